import { connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { Destination } from '../../kernel/egress/destination/destination-guard.js';
import { stripBrackets } from '../../kernel/egress/destination/address-class.js';
import { UpstreamFailure } from './upstream-failure.js';

const MAXIMUM_ANSWER_BYTES = 16_384;

/**
 * The operator's own proxy towards the internet (06 §2, §8.7). Every leg, also plain `http` and WebSocket,
 * goes through CONNECT, so that pools, TLS and upgrades see an ordinary socket.
 */
export class EgressProxy {
  private readonly url: URL;
  private readonly exceptions: string[];

  constructor(proxyUrl: string, noProxy: readonly string[]) {
    this.url = new URL(proxyUrl.includes('://') ? proxyUrl : `http://${proxyUrl}`);
    if (this.url.protocol !== 'http:' && this.url.protocol !== 'https:') {
      throw new Error('The egress proxy must be an http or https URL');
    }
    this.exceptions = noProxy.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '');
  }

  /** False for hosts of the exception list: `*`, a name with its subdomains, `.suffix`, each with optional port. */
  appliesTo(host: string, port: number): boolean {
    const name = stripBrackets(host);
    return !this.exceptions.some((entry) => excepts(entry, name, port));
  }

  /** A socket whose other end is the destination. `own` gets every socket made, for the caller's deadline. */
  async connect(destination: Destination, own: (socket: Socket) => void): Promise<Socket> {
    const socket = await this.dial(own);
    const authority = `${destination.host}:${destination.port}`;
    const credentials = this.authorization();
    socket.write(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n` +
        (credentials ? `Proxy-Authorization: ${credentials}\r\n` : '') +
        '\r\n',
    );
    await readAnswer(socket);
    return socket;
  }

  private dial(own: (socket: Socket) => void): Promise<Socket> {
    const secure = this.url.protocol === 'https:';
    const host = stripBrackets(this.url.hostname);
    const port = Number(this.url.port || (secure ? 443 : 80));
    return new Promise((resolve, reject) => {
      const socket = secure ? tlsConnect({ host, port, servername: host }) : netConnect({ host, port });
      own(socket);
      const fail = (cause: Error): void => reject(new UpstreamFailure('connect', { cause }));
      socket.once('error', fail);
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }

  private authorization(): string | null {
    const { username, password } = this.url;
    if (!username && !password) return null;
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  }
}

function excepts(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const match = /^(.*?)(?::(\d+))?$/.exec(entry)!;
  const withPort = match[2] !== undefined && !match[1]!.includes(':');
  if (withPort && Number(match[2]) !== port) return false;
  const name = (withPort ? match[1]! : entry).replace(/^\*?\./, '');
  return host === name || host.endsWith(`.${name}`);
}

/** Reads the proxy's answer byte-exactly: nothing after the blank line is consumed. */
function readAnswer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    const settle = (failure: UpstreamFailure | null): void => {
      socket.off('readable', onReadable).off('error', onGone).off('close', onGone);
      if (failure) reject(failure);
      else resolve();
    };
    const onGone = (): void => settle(new UpstreamFailure('connect'));
    const onReadable = (): void => {
      for (let byte: Buffer | null; (byte = socket.read(1) as Buffer | null) !== null;) {
        head += byte.toString('latin1');
        if (head.endsWith('\r\n\r\n')) return settle(isSuccess(head) ? null : new UpstreamFailure('connect'));
        if (head.length > MAXIMUM_ANSWER_BYTES) return settle(new UpstreamFailure('protocol'));
      }
    };
    socket.on('readable', onReadable).on('error', onGone).on('close', onGone);
  });
}

function isSuccess(head: string): boolean {
  return /^HTTP\/1\.[01] 2\d\d[ \r]/.test(head);
}
