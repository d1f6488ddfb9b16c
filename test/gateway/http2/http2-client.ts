import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as http2Connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';
import type { Socket } from 'node:net';
import { connect as tlsConnect, type TLSSocket } from 'node:tls';
import { connectThrough, type RunningGateway } from '../wire/wire-harness.js';

/** Where agents connect to, and who one of them is. */
export type Port = Pick<RunningGateway, 'port' | 'token' | 'caPem'>;

/** CONNECT plus TLS that offers these protocols and trusts nothing but the gateway's authority. */
export async function tunnelOffering(
  gateway: Port,
  authority: string,
  protocols: string[],
  token = gateway.token,
): Promise<TLSSocket> {
  const { status, socket } = await connectThrough(gateway, authority, token);
  if (status !== 200) throw new Error(`CONNECT answered ${status}`);
  const secured = tlsConnect({
    socket,
    host: authority.slice(0, authority.lastIndexOf(':')),
    ca: gateway.caPem,
    ALPNProtocols: protocols,
  });
  secured.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    secured.once('secureConnect', resolve);
    secured.once('error', reject);
  });
  return secured;
}

/** A session of HTTP/2 inside a tunnel to the authority. */
export async function http2Through(
  gateway: Port,
  authority: string,
  token?: string,
  options: SecureClientSessionOptions = {},
): Promise<ClientHttp2Session> {
  const socket = await tunnelOffering(gateway, authority, ['h2', 'http/1.1'], token);
  if (socket.alpnProtocol !== 'h2') throw new Error(`Negotiated ${String(socket.alpnProtocol)}`);
  return sessionOver(socket, authority, options);
}

export function sessionOver(
  socket: Socket,
  authority: string,
  options: SecureClientSessionOptions = {},
): ClientHttp2Session {
  const session = http2Connect(`https://${authority}`, { ...options, createConnection: () => socket });
  session.on('error', () => undefined);
  return session;
}

export interface Http2Answer {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  text: string;
  json: Record<string, unknown>;
  trailers: IncomingHttpHeaders;
  /** Whether the head was all of it. */
  endedWithHead: boolean;
  interim: number[];
}

export interface Http2Ask {
  headers?: OutgoingHttpHeaders | string[];
  body?: string | Buffer | ((stream: ClientHttp2Stream) => void);
  trailers?: OutgoingHttpHeaders;
}

/** One request on a session; rejects when its stream is reset. */
export function askOn(
  session: ClientHttp2Session,
  path: string,
  { headers = {}, body, trailers }: Http2Ask = {},
): Promise<Http2Answer> {
  const named = Array.isArray(headers) ? headers : { ':path': path, ...headers };
  const stream = session.request(named, {
    endStream: body === undefined && trailers === undefined,
    waitForTrailers: trailers !== undefined,
  });
  if (trailers) stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  if (typeof body === 'function') body(stream);
  else if (body !== undefined || trailers !== undefined) stream.end(body);
  return answerOn(stream);
}

export function answerOn(stream: ClientHttp2Stream): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: IncomingHttpHeaders = {};
    let rawHeaders: string[] = [];
    let trailers: IncomingHttpHeaders = {};
    let endedWithHead = false;
    const interim: number[] = [];
    stream.on('headers', ({ ':status': status }) => interim.push(Number(status)));
    stream.on('response', (headers, flags, raw: unknown) => {
      head = headers;
      rawHeaders = raw as string[];
      endedWithHead = (flags & 1) === 1;
    });
    stream.on('trailers', (told) => (trailers = told));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('close', () => {
      if (stream.rstCode !== 0) return reject(new Error(`Reset with ${stream.rstCode}`));
      const text = Buffer.concat(chunks).toString();
      const json = head['content-type']?.startsWith('application/json') ? JSON.parse(text || '{}') : {};
      const status = Number(head[':status']);
      resolve({ status, headers: head, rawHeaders, text, json, trailers, endedWithHead, interim });
    });
  });
}
