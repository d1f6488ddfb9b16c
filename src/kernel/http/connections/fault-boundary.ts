import type { Duplex } from 'node:stream';

/** Which callback of a port threw; the labels of a metric. */
export type FaultSite =
  'connection' | 'request' | 'connect' | 'upgrade' | 'client_error' | 'tls_client_error' | 'answer_end';

/**
 * Between Node's events and what is done about them: whatever throws or rejects there is one connection's fault and
 * ends that connection. Outside of it an exception would end the process, and with it everybody else's connections.
 */
export class FaultBoundary {
  constructor(private readonly report: (error: unknown, site: FaultSite) => void) {}

  run(site: FaultSite, socket: Duplex, step: () => void | Promise<void>): void {
    try {
      const running = step();
      running?.catch((error: unknown) => this.end(site, socket, error));
    } catch (error) {
      this.end(site, socket, error);
    }
  }

  /** For whoever catches by itself, where a closure for each step would be too much. */
  end(site: FaultSite, socket: Duplex, error: unknown): void {
    // A socket that was handed over has lost Node's own listener; its errors are nobody's business now.
    socket.on('error', () => undefined);
    socket.destroy();
    try {
      this.report(error, site);
    } catch {
      // Whoever cannot even take the report must not turn one connection's fault into everybody's.
    }
  }
}
