import type { Tracer } from '../../kernel/tracing/tracer.js';
import { HeaderList } from '../exchange/headers.js';
import type { AgentSteps, AuthorizationSteps } from '../exchange/steps.js';
import { RequestTraces } from './request-trace.js';

/** The fields of W3C Trace Context. */
const TRACE_FIELDS = ['traceparent', 'tracestate'];

/**
 * The steps of an agent's request, followed. The pipeline calls them in its order (06 §19), so where one begins and
 * another ends is all there is to know: `policy` from the first judging step to the last, `hold`, `credentials`, and
 * `upstream` from the moment a request is forwarded until it is recorded.
 */
export function tracedSteps(steps: AgentSteps, tracer: Tracer, accepting: boolean): AgentSteps {
  const traces = new RequestTraces(tracer, accepting);
  const authorization: AuthorizationSteps = replacing(steps.authorization, {
    normalisePath(request, access) {
      traces.of(request)?.enter('policy');
      return steps.authorization.normalisePath(request, access);
    },
    holdable(request, access, decision) {
      const step = steps.authorization.holdable(request, access, decision);
      if (!step.refused) traces.of(request)?.leave();
      return step;
    },
  });
  return replacing(steps, {
    authorization,
    async hold(exchange, access, state) {
      const trace = traces.of(exchange);
      trace?.enter('hold');
      const approval = await steps.hold(exchange, access, state);
      trace?.leave(
        approval === null ? {} : { 'gateway.approval': approval.settlement.state },
        approval === null,
      );
      return approval;
    },
    async produceCredentials(exchange, access, state) {
      if (accepting) dropTraceFields(exchange.outbound.headers);
      const trace = traces.of(exchange);
      trace?.enter('credentials');
      const produced = await steps.produceCredentials(exchange, access, state);
      if (!produced.refused) trace?.leave();
      return produced;
    },
    watch(exchange, access, state, cut) {
      const { host, port } = exchange;
      traces.of(exchange)?.enter('upstream', 'client', { 'server.address': host, 'server.port': port });
      return steps.watch(exchange, access, state, cut);
    },
    record(exchange, access, state, outcome) {
      traces.end(exchange, access, state, outcome);
      steps.record(exchange, access, state, outcome);
    },
  });
}

/** They were for the gateway. */
function dropTraceFields(headers: string[]): void {
  const outbound = new HeaderList(headers);
  for (const name of TRACE_FIELDS) outbound.remove(name);
}

/** `base` with some methods of its own replaced; what it has besides stays its own, whatever is added to it. */
function replacing<T extends object>(base: T, own: Partial<T>): T {
  return new Proxy(base, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}
