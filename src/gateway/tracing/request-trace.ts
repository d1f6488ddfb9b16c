import { enterTrace } from '../../kernel/logging/request-context.js';
import type { Attributes, Span, Tracer } from '../../kernel/tracing/tracer.js';
import type { ExchangeOutcome, EvaluatedRequest } from '../exchange/exchange.js';
import type { AdmittedExchange } from '../exchange/progress.js';

const FAULT = 500;
/** Agents choose methods; what is sent to a collector has few values. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The spans of one request: the whole of it, and one step at a time within. */
class RequestTrace {
  private step: Span | null = null;

  constructor(readonly request: Span) {}

  enter(name: string, kind: 'internal' | 'client' = 'internal', attributes?: Attributes): void {
    this.leave();
    this.step = this.request.child(name, kind, attributes);
  }

  leave(attributes: Attributes = {}, failed = false): void {
    this.step?.set(attributes);
    this.step?.end(failed);
    this.step = null;
  }
}

/** What of a request is known when it begins; one that is only simulated has no arrival and is not traced. */
type Arrived = EvaluatedRequest & { readonly startedAt?: number };

/** Which requests are traced. A request that nobody ends, because of a fault, is forgotten with its exchange. */
export class RequestTraces {
  private readonly traces = new WeakMap<EvaluatedRequest, RequestTrace | null>();

  /** `accepting`: whether a request may belong to a trace of the agent's. */
  constructor(
    private readonly tracer: Tracer,
    readonly accepting: boolean,
  ) {}

  /** Null for one that is not sampled. Asked for first by a step that runs as the request's own work. */
  of(request: Arrived): RequestTrace | null {
    const known = this.traces.get(request);
    if (known !== undefined) return known;
    const begun = this.begin(request);
    this.traces.set(request, begun);
    enterTrace(begun?.request.traceId);
    return begun;
  }

  /** The last word on a request. */
  end(state: AdmittedExchange, { status, refusal, injectionCount, complete, cut }: ExchangeOutcome): void {
    const trace = this.of(state);
    if (trace === null) return;
    const failed = status >= FAULT || cut === true || !complete;
    trace.leave({ 'http.response.status_code': status }, failed);
    const { request } = trace;
    const { agent, workspaceId, organization } = state.access;
    request.set({
      'http.response.status_code': status,
      'gateway.organization.id': organization.id,
      'gateway.workspace.id': workspaceId,
      'gateway.agent.id': agent.id,
      'gateway.injections': injectionCount,
      ...(state.provider && { 'gateway.provider': state.provider }),
      ...(state.decision?.rule?.logicalId && { 'gateway.rule.id': state.decision.rule.logicalId }),
      ...(refusal?.body.error !== undefined && { 'error.type': refusal.body.error }),
    });
    request.end(failed);
  }

  private begin(request: Arrived): RequestTrace | null {
    const { startedAt, method, scheme, host, port, headers } = request;
    if (startedAt === undefined) return null;
    const span = this.tracer.begin(
      'agent request',
      startedAt,
      this.accepting ? headers.get('traceparent') : null,
    );
    span?.set({
      'http.request.method': METHODS.has(method) ? method : '_OTHER',
      'url.scheme': scheme,
      'server.address': host,
      'server.port': port,
    });
    return span && new RequestTrace(span);
  }
}
