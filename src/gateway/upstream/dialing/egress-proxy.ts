import { connect as netConnect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect, type SecureContext } from 'node:tls';
import type { Destination } from '../../../kernel/egress/destination/destination-guard.js';
import { stripBrackets } from '../../../kernel/egress/destination/address-class.js';
import { UpstreamFailure } from '../channels/upstream-failure.js';

const MAXIMUM_ANSWER_BYTES = 16_384;

/**
 * The operator's own proxy towards the internet (06 §2, §8.7). Every leg, also plain `http` and WebSocket,
 * goes through CONNECT, so that pools, TLS and upgrades see an ordinary socket.
 */
export class EgressProxy {
  private readonly url: URL;
  private readonly credentials: string | null;
  private readonly exceptions: string[];

  /** `roots`: those upstreams are verified against; null for the default ones. */
  constructor(
    proxyUrl: string,
    noProxy: readonly string[],
    private readonly roots: SecureContext | null = null,
  ) {
    this.url = new URL(proxyUrl.includes('://') ? proxyUrl : `http://${proxyUrl}`);
    if (this.url.protocol !== 'http:' && this.url.protocol !== 'https:') {
      throw new Error('The egress proxy must be an http or https URL');
    }
    this.credentials = credentialsOf(this.url);
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
    socket.write(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n` +
        (this.credentials ? `Proxy-Authorization: ${this.credentials}\r\n` : '') +
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
      const socket = secure ? tlsConnect({ host, port, ...this.identity(host) }) : netConnect({ host, port });
      own(socket);
      const fail = (cause: Error): void => reject(new UpstreamFailure('connect', { cause }));
      socket.once('error', fail);
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        socket.off('error', fail);
        resolve(socket);
      });
    });
  }

  /** An address has no server name (RFC 6066 §3); it is verified all the same. */
  private identity(host: string): { servername?: string; secureContext?: SecureContext } {
    return {
      ...(isIP(host) === 0 && { servername: host }),
      ...(this.roots && { secureContext: this.roots }),
    };
  }
}

/** Throws when they are not encoded well, which keeps the server from starting. */
function credentialsOf({ username, password }: URL): string | null {
  if (!username && !password) return null;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    throw new Error('User and password of the egress proxy must be percent-encoded');
  }
}

const BRACKETED = /^\[([^\]]+)\](?::(\d+))?$/;
const NAMED = /^([^:]*):(\d+)$/;

/** An entry with more than one colon and no brackets is an address without a port. */
function excepts(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const match = BRACKETED.exec(entry) ?? NAMED.exec(entry);
  if (match?.[2] !== undefined && Number(match[2]) !== port) return false;
  const name = (match?.[1] ?? entry).replace(/^\*?\./, '');
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
