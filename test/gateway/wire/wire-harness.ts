import { createHash, randomBytes } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as tlsConnect, type TLSSocket } from 'node:tls';
import {
  generateAuthority,
  openAuthority,
  type CertificateIssuer,
} from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import type { ResolvedAddress } from '../../../src/kernel/egress/destination/destination-guard.js';
import type { Exchange, ExchangeOutcome, Refusal } from '../../../src/gateway/exchange/exchange.js';
import { Gateway, type GatewayEvents, type GatewaySettings } from '../../../src/gateway/server/gateway.js';
import { applicationOf, type ApplicationParts } from './wire-application.js';
import { bodyKept } from '../../../src/gateway/exchange/responder.js';
import {
  type Admitted,
  type AdmittedExchange,
  type AuthorizedExchange,
  type PassingDecision,
  type ReadyExchange,
  Steps,
} from '../../../src/gateway/exchange/progress.js';
import type { GatewayServices } from '../../../src/gateway/exchange/services.js';
import type { CallMeter, UpstreamAnswer } from '../../../src/gateway/exchange/results/upstream-answer.js';
import type { RequestFacts } from '../../../src/domain/decision/policy/conditions/facts.js';
import type { AgentAccess } from '../../../src/modules/policy/agent-snapshot/agent-access.js';

/** The gateway on real sockets with agents and rules kept in memory: wire behaviour needs no database. */
/** As much of an agent's access as the wire asks for. */
type FakeAccess = Pick<AgentAccess, 'workspaceId'> & {
  agent: Pick<AgentAccess['agent'], 'id'>;
  organization: Pick<AgentAccess['organization'], 'id'>;
};

export class MemoryStages implements GatewayServices {
  private readonly known = new Map<string, FakeAccess>();
  readonly outcomes: { target: string; outcome: ExchangeOutcome }[] = [];
  decision: (exchange: Exchange) => Promise<Refusal | null> | Refusal | null = () => null;
  injection: (exchange: Exchange) => number = () => 0;
  hint: (answer: UpstreamAnswer, exchange: Exchange) => Refusal | null = () => null;
  metering: (exchange: Exchange) => CallMeter | null = () => null;
  unreachable = false;

  readonly agents = this;
  readonly meters = this;
  readonly hints = this;
  readonly records = this;
  readonly reauthorization = { refusalOf: () => null };
  readonly credentials = { renew: () => Promise.resolve(false) };
  readonly openExchanges = { watch: () => () => undefined };

  /** Nothing is asked but `decision`, where a body would be looked at. */
  readonly authorization = Steps.of<Admitted>(
    {
      name: 'policy',
      run: async (state) => {
        const refusal = await this.decision(state as AdmittedExchange);
        if (refusal !== null) return refusal;
        state.facts = { body: null } as unknown as RequestFacts;
        state.decision = { kind: 'pass' } as unknown as PassingDecision;
        return null;
      },
    },
    { name: 'rateLimits', run: () => null },
  );

  readonly approval = Steps.of<AuthorizedExchange>();

  readonly preparation = Steps.of<AuthorizedExchange>(
    {
      name: 'buildRequest',
      run: (state) => {
        state.produced = { injections: [], secretIds: [], connectionId: null, renewable: null };
        state.injectionCount = this.injection(state);
        return null;
      },
    },
    bodyKept,
  );

  newToken(agent = 'a', organization = 'o'): string {
    const token = `aoc_${randomBytes(32).toString('hex')}`;
    const workspaceId = `w-${organization}`;
    this.known.set(hash(token), { agent: { id: agent }, workspaceId, organization: { id: organization } });
    return token;
  }

  revoke(token: string): void {
    this.known.delete(hash(token));
  }

  async identify(tokenHash: Buffer): Promise<AgentAccess | null> {
    if (this.unreachable) throw new Error('no database');
    return (this.known.get(tokenHash.toString('hex')) as unknown as AgentAccess | undefined) ?? null;
  }

  meter(state: ReadyExchange): CallMeter | null {
    return this.metering(state);
  }

  hintFor(state: Admitted, answer: UpstreamAnswer): Refusal | null {
    return this.hint(answer, state as AdmittedExchange);
  }

  record(state: AdmittedExchange, outcome: ExchangeOutcome): void {
    this.outcomes.push({ target: state.target, outcome });
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export interface Overrides extends ApplicationParts {
  listener?: Partial<GatewaySettings['listener']>;
  upstream?: Partial<GatewaySettings['upstream']>;
  destinations?: Partial<GatewaySettings['destinations']>;
  bodies?: GatewaySettings['bodies'];
  tunnelPatienceMs?: number;
  http2?: boolean;
  names?: Record<string, string | (() => string[])>;
  withoutAuthority?: boolean;
  connections?: GatewaySettings['connections'];
  modelCalls?: GatewaySettings['modelCalls'];
  events?: GatewayEvents;
  issuer?: () => CertificateIssuer | null;
  fault?: (error: unknown) => void;
  bodyPatienceMs?: number;
}

export interface RunningGateway {
  port: number;
  stages: MemoryStages;
  token: string;
  caPem: string;
  faults: unknown[];
  lookups: string[];
  openTunnels(): number;
  heldBodyBytes(): number;
  stop(): Promise<void>;
}

let issuer: CertificateIssuer | null = null;
const running: (() => Promise<void>)[] = [];

export async function testIssuer(): Promise<CertificateIssuer> {
  issuer ??= await openAuthority(await generateAuthority());
  return issuer;
}

export async function startGateway(overrides: Overrides = {}): Promise<RunningGateway> {
  const stages = new MemoryStages();
  const authority = await testIssuer();
  const faults: unknown[] = [];
  const lookups: string[] = [];
  const gateway = new Gateway(
    {
      listener: { bind: '127.0.0.1', port: 0, tls: null, drainMs: 5_000, ...overrides.listener },
      tunnelPatienceMs: overrides.tunnelPatienceMs,
      http2: overrides.http2 ?? true,
      connections: overrides.connections,
      modelCalls: overrides.modelCalls,
      bodies: overrides.bodies,
      upstream: {
        connectTimeoutMs: 2_000,
        responseTimeoutMs: 20_000,
        idleTimeoutMs: 20_000,
        extraRootsPem: null,
        skipVerifyHosts: [],
        acceptInvalidCertificates: false,
        egressProxy: null,
        ...overrides.upstream,
      },
      destinations: {
        allowPrivateNetworks: false,
        allowedPrivateHosts: ['127.0.0.1', '[::1]'],
        deniedHosts: [],
        alwaysAllowedOrigins: [],
        self: [],
        ignorePrivateSettings: false,
        lookup: (host) => lookUp(overrides.names ?? {}, host, lookups),
        ...overrides.destinations,
      },
    },
    stages,
    {
      issuer: overrides.issuer ?? (() => authority),
    },
    {
      answer: await applicationOf(overrides, () =>
        overrides.withoutAuthority ? null : authority.certificatePem,
      ),
      bodyPatienceMs: overrides.bodyPatienceMs,
      fault: overrides.fault ?? ((error) => faults.push(error)),
    },
    overrides.events,
  );
  const port = await gateway.start();
  const stop = (): Promise<void> => gateway.stop();
  running.push(stop);
  const openTunnels = () => gateway.openTunnels;
  return {
    port,
    stages,
    token: stages.newToken(),
    caPem: authority.certificatePem,
    faults,
    lookups,
    openTunnels,
    heldBodyBytes: () => gateway.bodies.heldBytes,
    stop,
  };
}

async function lookUp(
  names: Record<string, string | (() => string[])>,
  host: string,
  lookups: string[],
): Promise<ResolvedAddress[]> {
  lookups.push(host);
  const known = names[host];
  if (known === undefined) throw Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' });
  const addresses = typeof known === 'function' ? known() : [known];
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: Buffer;
  trailers: Record<string, string | undefined>;
}

export interface RunningUpstream {
  port: number;
  authority: string;
  seen: Seen[];
  connections: number;
  server: Server;
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
}

export type UpstreamTls = 'self-signed' | 'trusted' | null;

/** An upstream that notes what it saw and answers 200 `ok` until told otherwise. */
export async function startUpstream(tls: UpstreamTls = null, host = '127.0.0.1'): Promise<RunningUpstream> {
  const upstream: RunningUpstream = {
    port: 0,
    authority: '',
    seen: [],
    connections: 0,
    server: null as unknown as Server,
    answer: (_request, response) => response.end('ok'),
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method = '', url = '', headers, rawHeaders, trailers } = request;
      upstream.seen.push({ method, url, headers, rawHeaders, body, trailers });
      upstream.answer(request, response, body);
    });
  };
  upstream.server =
    tls === null ? createServer(handle) : createTlsServer(await certificateFor(tls, host), handle);
  upstream.server.on('connection', () => (upstream.connections += 1));
  upstream.server.keepAliveTimeout = 30_000;
  upstream.port = await listen(upstream.server);
  upstream.authority = `${host}:${upstream.port}`;
  return upstream;
}

async function certificateFor(
  tls: 'self-signed' | 'trusted',
  host: string,
): Promise<{ cert: string; key: string }> {
  const authority = tls === 'trusted' ? await testIssuer() : await openAuthority(await generateAuthority());
  const leaf = await authority.issueLeaf(host);
  return { cert: leaf.chainPem, key: leaf.keyPem };
}

export async function listen(server: Server | import('node:net').Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(async () => {
    (server as Server).closeAllConnections?.();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

export async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((stop) => stop()));
}

export function basic(token: string): string {
  return `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  text: string;
  json: Record<string, unknown>;
  trailers: NodeJS.Dict<string>;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  token?: string | null;
  /** Speaks HTTP over this socket (a tunnel) instead of connecting to the gateway. */
  over?: Socket | TLSSocket;
}

/** One request to the gateway: absolute-form target, a path of its own origin, or a path inside a tunnel. */
export function ask(gateway: RunningGateway, target: string, options: Ask = {}): Promise<Answer> {
  const headers: Record<string, string | string[]> = { host: 'ignored.test', ...options.headers };
  const token = options.token === undefined ? gateway.token : options.token;
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'proxy-authorization');
  if (token !== null && !options.over && !named) headers['proxy-authorization'] = basic(token);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port: gateway.port,
      method: options.method ?? 'GET',
      path: target,
      headers,
      ...(options.over ? { createConnection: () => options.over! } : { agent: false }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => void collect(response).then(resolve, reject));
    outgoing.end(options.body);
  });
}

export async function collect(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers['content-type']?.startsWith('application/json') && text !== '';
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    rawHeaders: response.rawHeaders,
    text,
    json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    trailers: response.trailers,
  };
}

export interface ConnectResult {
  status: number;
  socket: Socket;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Sends CONNECT; on 200 the socket is the tunnel, otherwise `body` is the refusal. */
export function connectThrough(
  gateway: Pick<RunningGateway, 'port'>,
  authority: string,
  token: string | null,
): Promise<ConnectResult> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port: gateway.port,
      method: 'CONNECT',
      path: authority,
      headers: token === null ? {} : { 'proxy-authorization': basic(token) },
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('connect', (response, socket: Socket, head) => {
      socket.on('error', () => undefined);
      const status = response.statusCode ?? 0;
      if (status === 200) return resolve({ status, socket, headers: response.headers, body: '' });
      let body = head.toString();
      socket.on('data', (chunk: Buffer) => (body += chunk.toString()));
      socket.on('close', () => resolve({ status, socket, headers: response.headers, body }));
    });
    outgoing.end();
  });
}

/** CONNECT plus TLS that trusts nothing but the gateway's authority. */
export async function tlsTunnel(
  gateway: RunningGateway,
  authority: string,
  host: string,
  token?: string,
): Promise<TLSSocket> {
  const { status, socket } = await connectThrough(gateway, authority, token ?? gateway.token);
  if (status !== 200) throw new Error(`CONNECT answered ${status}`);
  const secured = tlsConnect({
    socket,
    host,
    ca: gateway.caPem,
    ALPNProtocols: ['http/1.1'],
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  secured.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    secured.once('secureConnect', resolve);
    secured.once('error', reject);
  });
  return secured;
}

/** Writes bytes to the port and returns everything that comes back until the connection closes. */
export function sendRaw(port: number, bytes: string | Buffer, waitMs = 3_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const timer = setTimeout(() => {
      text += '<still open>';
      socket.destroy();
    }, waitMs);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(bytes);
  });
}

/** Resolves when the condition holds; the test's own time limit ends it otherwise. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
