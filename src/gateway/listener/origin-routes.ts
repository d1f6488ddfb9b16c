import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { BodyRefused } from '../body-budgets.js';
import { RequestBody } from '../request-body.js';
import type { Principal } from '../../kernel/access/caller.js';
import { prepareConnection } from '../responder.js';

/** A request to the gateway's own origin, alias prefixes resolved: `/v1/...`, `/me`, `/approvals/...`. */
export interface ControlRequest {
  method: string;
  path: string;
  query: string | null;
  headers: IncomingHttpHeaders;
  remoteAddress: string | null;
  /** The caller used the legacy `/api/...` prefix. */
  legacyPrefix: boolean;
  /** Aborts when the caller went away before its answer. */
  readonly gone: AbortSignal;
  /** Told who calls as soon as it is known, for a log line. */
  identified?(principal: Principal): void;
  /** The body, at most `maxBytes`; rejects with `BodyTooLarge` beyond. */
  body(maxBytes: number): Promise<Buffer>;
}

export interface ControlAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, strings as they are with the content type of `headers`. */
  body?: object | string;
}

/** Origin endpoints written elsewhere (06 §15, §16) plug in here; null means "not mine". */
export interface ControlRoutes {
  handle(request: ControlRequest): Promise<ControlAnswer | null>;
}

/** The body of `/readyz`; anything but `ok` is a 503. */
export interface ReadinessReport {
  status: 'ok' | 'unavailable';
  checks?: Record<string, string>;
}

export interface OriginSettings {
  version: string;
  certificatePem: () => string | null;
  draining: () => boolean;
  readiness: () => Promise<ReadinessReport>;
  controls: ControlRoutes[];
  /** Whether this browser origin may read answers (06 §15.7). */
  corsAllows: (origin: string, headers: IncomingHttpHeaders) => boolean;
  /** How long the body of such a request may take. */
  bodyPatienceMs?: number | undefined;
  fault: (error: unknown) => void;
}

/** These bodies are a few hundred bytes; whoever takes longer than this is not sending one. */
const BODY_PATIENCE_MS = 30_000;

export class BodyTooLarge extends Error {}

const CORS_PATHS = /^\/(v1|api|approvals|org|me)(\/|$)/;
const CORS_METHODS = 'GET, POST, PUT, DELETE, OPTIONS';
const CORS_HEADERS = 'content-type, authorization, accept, x-workspace-id, x-organization-id, x-project-id';

/** The endpoints of 06 §16 and §18 on the gateway port. An unknown one is a 400, which old probes rely on. */
export class OriginRoutes {
  constructor(private readonly settings: OriginSettings) {}

  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    route: { path: string; query: string | null },
    expectsContinue: boolean,
  ): Promise<void> {
    const cors = this.corsHeaders(request, route.path);
    const invite = expectsContinue ? () => response.writeContinue() : null;
    const body = new RequestBody(request, invite, this.settings.bodyPatienceMs ?? BODY_PATIENCE_MS);
    const answer = await this.answer(request, response, route, body).catch((error: unknown) =>
      this.failed(error, response),
    );
    // Who was never invited to send may or may not send now (RFC 9110 §10.1.1).
    if (body.uninvited || answer.status === 408) response.shouldKeepAlive = false;
    send(request, response, answer, cors);
  }

  /** A caller who is gone, or whose body never came, is no fault of ours. */
  private failed(error: unknown, response: ServerResponse): ControlAnswer {
    if (error instanceof BodyTooLarge) return flat(413, 'The body is too large.');
    if (error instanceof BodyRefused) return flat(408, 'The body did not arrive in time.');
    if (!response.destroyed && !response.req.destroyed) this.settings.fault(error);
    return flat(500, 'Internal error.');
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: { path: string; query: string | null },
    body: RequestBody,
  ): Promise<ControlAnswer> {
    const method = request.method ?? 'GET';
    if (method === 'OPTIONS' && request.headers.origin && CORS_PATHS.test(path)) return { status: 204 };
    const legacyPrefix = path.startsWith('/api/');
    const plain = legacyPrefix ? `/v1/${path.slice('/api/'.length).replace(/^v1\//, '')}` : path;
    if (method === 'GET' || method === 'HEAD') {
      if (plain === '/healthz')
        return { status: 200, body: { status: 'ok', version: this.settings.version } };
      if (plain === '/readyz') return this.readiness();
      if (plain === '/v1/gateway/ca') return this.certificate();
    }
    const control: ControlRequest = {
      method,
      path: plain,
      query,
      headers: request.headers,
      remoteAddress: request.socket.remoteAddress ?? null,
      legacyPrefix,
      // Made when somebody asks: most answers are given at once.
      get gone() {
        return goneSignal(response);
      },
      body: (maxBytes) => wholeBody(body, maxBytes),
    };
    for (const routes of this.settings.controls) {
      const answer = await routes.handle(control);
      if (answer) return answer;
    }
    return flat(400, 'This is a gateway for agents; there is nothing at this path.');
  }

  private async readiness(): Promise<ControlAnswer> {
    const report = await this.settings.readiness();
    if (!this.settings.draining()) return { status: report.status === 'ok' ? 200 : 503, body: report };
    return { status: 503, body: { status: 'unavailable', checks: { ...report.checks, drain: 'draining' } } };
  }

  private certificate(): ControlAnswer {
    const pem = this.settings.certificatePem();
    if (pem === null) return flat(503, 'The certificate authority is not ready yet.');
    return {
      status: 200,
      headers: {
        'content-type': 'application/x-pem-file',
        'content-disposition': 'attachment; filename="gateway-ca.pem"',
      },
      body: pem,
    };
  }

  private corsHeaders(request: IncomingMessage, path: string): Record<string, string> {
    const { origin } = request.headers;
    if (!origin || !CORS_PATHS.test(path)) return {};
    if (!this.settings.corsAllows(origin, request.headers)) return { vary: 'Origin' };
    const headers: Record<string, string> = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    };
    if (request.method !== 'OPTIONS') return headers;
    return {
      ...headers,
      'access-control-allow-methods': CORS_METHODS,
      'access-control-allow-headers': CORS_HEADERS,
    };
  }
}

function flat(status: number, message: string): ControlAnswer {
  return { status, body: { error: message } };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ControlAnswer,
  cors: Record<string, string>,
): void {
  if (response.headersSent || response.destroyed) return;
  const { body = '' } = answer;
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers: Record<string, string> = { ...cors, 'x-content-type-options': 'nosniff' };
  if (typeof body === 'object') headers['content-type'] = 'application/json';
  Object.assign(headers, answer.headers);
  if (answer.status !== 204) headers['content-length'] = String(bytes.length);
  prepareConnection(response, request.httpVersionMinor);
  response.writeHead(answer.status, headers);
  response.end(answer.status === 204 ? undefined : bytes);
}

/** Aborts when the caller's connection closes before the answer is out. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function wholeBody(body: RequestBody, maxBytes: number): Promise<Buffer> {
  if ((body.declaredLength ?? 0) > maxBytes) throw new BodyTooLarge();
  const { bytes, complete } = await body.peek(maxBytes + 1);
  if (!complete || bytes.length > maxBytes) throw new BodyTooLarge();
  return bytes;
}
