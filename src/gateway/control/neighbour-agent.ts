import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { PortCertificate } from '../../kernel/config/port-certificate.js';
import { NeighbourCertificate } from '../../kernel/egress/neighbour-certificate.js';

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
