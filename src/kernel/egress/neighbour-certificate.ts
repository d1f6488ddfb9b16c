import type { ConnectionOptions } from 'node:tls';
import type { PortCertificate } from '../config/port-certificate.js';
import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Connections to the gateway's port of a process that is set up as this one is. */
export class NeighbourAgent extends Agent {
  private readonly certificate: NeighbourCertificate;

  constructor(shown: string, configured: () => PortCertificate | null) {
    super({ keepAlive: true });
    this.certificate = new NeighbourCertificate(shown, configured);
  }

  override createConnection(...[options, ...others]: Parameters<Agent['createConnection']>): Duplex {
    return super.createConnection({ ...options, ...this.certificate.trust() }, ...others) as Duplex;
  }
}

/**
 * Takes the very certificate that is configured for the gateway's port, whatever name it is for and whoever signed it, and
 * no other; after a renewal the one before it as well, which the port may show a little longer.
 */
export class NeighbourCertificate {
  private before: string;

  constructor(
    private shown: string,
    private readonly configured: () => PortCertificate | null,
  ) {
    this.before = shown;
  }

  /** For the next connection. */
  trust(): Pick<ConnectionOptions, 'ca' | 'allowPartialTrustChain' | 'checkServerIdentity'> {
    this.readAgain();
    return {
      ca: [this.shown, this.before],
      allowPartialTrustChain: true,
      checkServerIdentity: () => undefined,
    };
  }

  private readAgain(): void {
    try {
      const certificate = this.configured()?.certificatePem ?? this.shown;
      if (certificate !== this.shown) [this.before, this.shown] = [this.shown, certificate];
    } catch {
      // Its files are being written, or do not fit: the port goes on with what it shows, and so does this.
    }
  }
}
