import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { PortCertificate } from '../../kernel/config/port-certificate.js';

/**
 * Takes the very certificate that is configured, whatever name it is for and whoever signed it, and no other; after a
 * renewal the one before it as well, which the neighbour may show a little longer.
 */
export class NeighbourAgent extends Agent {
  private before: string;

  constructor(
    private shown: string,
    private readonly configured: () => PortCertificate | null,
  ) {
    super({ allowPartialTrustChain: true, checkServerIdentity: () => undefined, keepAlive: true });
    this.before = shown;
  }

  override createConnection(...[options, ...others]: Parameters<Agent['createConnection']>): Duplex {
    this.readAgain();
    return super.createConnection({ ...options, ca: [this.shown, this.before] }, ...others) as Duplex;
  }

  private readAgain(): void {
    try {
      const certificate = this.configured()?.certificatePem ?? this.shown;
      if (certificate !== this.shown) [this.before, this.shown] = [this.shown, certificate];
    } catch {
      // Its files are being written, or do not fit: the neighbour goes on with what it shows, and so does this.
    }
  }
}
