import type { PortCertificate } from '../../kernel/config/port-certificate.js';

export interface RenewalEvents {
  readonly renewed: () => void;
  /** What the files say cannot be shown: what was shown before goes on. */
  readonly refused: (error: unknown) => void;
}

/**
 * Whoever issues certificates writes their files anew, long before the old one ends; to open the port again for that
 * would end every tunnel. The two files may be written one after the other, so that for a moment they do not fit.
 */
export class CertificateRenewal {
  private timer: NodeJS.Timeout | null = null;
  private fits = true;

  constructor(
    private shown: PortCertificate,
    private readonly read: () => PortCertificate | null,
    private readonly show: (certificate: PortCertificate) => void,
    private readonly events: RenewalEvents,
  ) {}

  start(everyMs: number): void {
    this.timer = setInterval(() => this.look(), everyMs).unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private look(): void {
    try {
      const now = this.read();
      this.fits = true;
      // A port that speaks TLS goes on to.
      if (now === null || isSame(now, this.shown)) return;
      this.show(now);
      this.shown = now;
      this.events.renewed();
    } catch (error) {
      if (this.fits) this.events.refused(error);
      this.fits = false;
    }
  }
}

function isSame(one: PortCertificate, other: PortCertificate): boolean {
  return one.certificatePem === other.certificatePem && one.keyPem === other.keyPem;
}
