import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { syslogFrame } from '../../../../domain/protocols/siem/syslog-message.js';
import type { SyslogReceiver } from '../../../../kernel/config/kinds/export-kinds.js';
import type { BatchLines } from './batch-lines.js';
import { type Batch, NotTaken, type Sink } from './sink.js';

/**
 * A connection for each batch. Syslog acknowledges nothing, and what a socket took may be lost in the kernel of either
 * side; but a receiver that ends its side after we ended ours has read all of it.
 */
export class SyslogSink implements Sink {
  readonly name = 'syslog';

  /** `ca`: what the receiver's certificate is checked against besides the built-in roots. */
  constructor(
    private readonly receiver: SyslogReceiver,
    private readonly lines: BatchLines,
    private readonly tls: Pick<ConnectionOptions, 'ca'>,
  ) {}

  async deliver({ events }: Batch, signal: AbortSignal): Promise<void> {
    const origin = { hostname: hostname(), processId: process.pid };
    const frames = await this.lines.text(events, (line, event) => syslogFrame(event, line, origin));
    return new Promise<void>((resolve, reject) => {
      const socket = this.open();
      const abort = (): void =>
        void socket.destroy(new NotTaken('the receiver did not end the connection in time'));
      signal.addEventListener('abort', abort, { once: true });
      socket.on('error', reject);
      socket.once('end', () => resolve());
      socket.once('close', () => {
        signal.removeEventListener('abort', abort);
        reject(new NotTaken('the receiver broke the connection off'));
      });
      // Nothing is expected from it; unread bytes would hide its end.
      socket.resume();
      socket.once(this.receiver.tls ? 'secureConnect' : 'connect', () => socket.end(frames));
      if (signal.aborted) abort();
    });
  }

  private open(): Socket {
    const { host, port, tls } = this.receiver;
    if (!tls) return connectTcp({ host, port });
    // An address is no server name (RFC 6066 §3); the certificate is compared with it all the same.
    return connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...this.tls });
  }
}
