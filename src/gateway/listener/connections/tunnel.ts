import type { Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { parseAuthority, type Authority } from '../../../domain/decision/matching/host.js';
import { stripBrackets } from '../../../kernel/egress/destination/address-class.js';
import type { Scheme } from '../../exchange/exchange.js';
import type { TunnelIdentity } from '../../exchange/agent-message.js';

/** What every request inside a tunnel inherits from its CONNECT (06 §4.4). */
export interface TunnelContext {
  scheme: Scheme;
  authority: Authority;
  identity: TunnelIdentity;
}

export interface TunnelTarget {
  host: string;
  port: number;
}

export interface TunnelSettings {
  /** Time for the first byte, and again for the TLS handshake (06 §4.3). */
  patienceMs: number;
  /** Whether HTTP/2 is offered inside. */
  http2: boolean;
  /** Null when the agent, named by its token's hash, asks for more new hosts than it may. */
  contextFor(host: string, agent: string): SecureContext | Promise<SecureContext | null>;
}

/** A tunnel whose first byte said what it is. */
export interface OpenedTunnel {
  socket: Socket;
  context: TunnelContext;
  /** What arrived already of what is said inside. */
  early: Buffer | null;
  http2: boolean;
}

const TLS_CLIENT_HELLO = 0x16;
/**
 * Node's TLS has 1 KiB for what arrives at first, and adds a buffer of 16 KiB, for as long as the connection lives, once a
 * piece fills it. A ClientHello with a key share of ML-KEM is 1.6 KiB.
 */
const HANDSHAKE_PIECE = 1_000;

/** `host:port` with both present; null when malformed or with userinfo (06 §4.1). */
export function parseConnectTarget(target: string): TunnelTarget | null {
  const authority = parseAuthority(target);
  return authority && authority.port !== null ? { host: authority.host, port: authority.port } : null;
}

/**
 * Turns a socket that was just answered 200 into one that speaks HTTP: looks at the first byte and
 * terminates TLS or leaves it plain (06 §4.3). `early` is what came behind the CONNECT. Null when the tunnel was
 * closed instead.
 */
export async function openTunnel(
  socket: Socket,
  early: Buffer | null,
  target: TunnelTarget,
  identity: TunnelIdentity,
  settings: TunnelSettings,
): Promise<OpenedTunnel | null> {
  const said = early !== null && early.length > 0 ? early : await firstBytes(socket, settings.patienceMs);
  if (said === null) return null;
  if (said[0] === TLS_CLIENT_HELLO) {
    putBack(socket, said);
    const secured = await terminateTls(socket, target.host, identity, settings);
    if (secured === null) return null;
    const context: TunnelContext = { scheme: 'https', authority: target, identity };
    return { socket: secured, context, early: null, http2: secured.alpnProtocol === 'h2' };
  }
  if (!isLetter(said[0]!)) return null;
  return { socket, context: { scheme: 'http', authority: target, identity }, early: said, http2: false };
}

/** Writes the answer to CONNECT. There are no fields to send: a 2xx to CONNECT has no body (RFC 9110 §9.3.6). */
export function acceptConnect(httpMinor: number, socket: Socket): void {
  socket.write(`HTTP/1.${httpMinor} 200 Connection Established\r\n\r\n`, 'latin1');
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function firstBytes(socket: Socket, patienceMs: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const settle = (said: Buffer | null): void => {
      clearTimeout(timer);
      socket.off('readable', onReadable).off('end', onOver).off('close', onOver);
      resolve(said);
    };
    const onOver = (): void => settle(null);
    const onReadable = (): void => {
      const said = socket.read() as Buffer | null;
      if (said !== null) settle(said);
    };
    const timer = setTimeout(onOver, patienceMs);
    socket.on('readable', onReadable).on('end', onOver).on('close', onOver);
  });
}

async function terminateTls(
  socket: Socket,
  host: string,
  identity: TunnelIdentity,
  settings: TunnelSettings,
): Promise<TLSSocket | null> {
  const secureContext = await settings.contextFor(stripBrackets(host), identity.tokenHash.toString('hex'));
  if (secureContext === null || socket.destroyed) return null;
  return new Promise((resolve) => {
    const secured = new TLSSocket(socket, {
      isServer: true,
      secureContext,
      ALPNProtocols: settings.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      requestCert: false,
    });
    const give = (result: TLSSocket | null): void => {
      clearTimeout(timer);
      secured.off('close', fail).off('_tlsError', fail);
      if (!result) secured.destroy();
      if (!result) socket.destroy();
      resolve(result);
    };
    const fail = (): void => give(null);
    const timer = setTimeout(fail, settings.patienceMs);
    // A broken handshake or a later reset is the agent's affair; without a listener it would end the process.
    secured.on('error', () => secured.destroy());
    secured.once('_tlsError', fail).once('close', fail);
    secured.once('secure', () => {
      // As Node's own server does; a session of HTTP/2 waits for it.
      Object.assign(secured, { secureConnecting: false });
      give(secured);
    });
  });
}

/** A TLS socket takes what its carrier holds, by `read()` until there is nothing, before it reads on. */
function putBack(socket: Socket, said: Buffer): void {
  socket.unshift(said);
  const read = socket.read.bind(socket);
  let rest: Buffer | null = null;
  socket.read = (size?: number) => {
    // Streams ask themselves for nothing, so as to be filled.
    if (size !== undefined) return read(size) as Buffer | null;
    rest ??= read() as Buffer | null;
    const piece = rest?.subarray(0, HANDSHAKE_PIECE);
    if (rest && piece?.length) {
      rest = rest.subarray(piece.length);
      return piece;
    }
    rest = null;
    socket.read = read;
    return null;
  };
}
