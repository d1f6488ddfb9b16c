import type { Tracer } from '../../kernel/tracing/tracer.js';
import { HeaderList } from '../exchange/headers/headers.js';
import type { Admitted, AuthorizedExchange, Step } from '../exchange/progress.js';
import type { GatewayServices } from '../exchange/services.js';
import { RequestTraces } from './request-trace.js';

/** The fields of W3C Trace Context. */
const TRACE_FIELDS = ['traceparent', 'tracestate'];

/**
 * The steps of an agent's request, followed by more steps between them: `policy` lasts from the first step that decides to
 * the last, `hold` while a person is asked, `credentials` while they are produced, and `upstream` from the moment a
 * request is forwarded until it is recorded.
 */
export function tracedServices(
  services: GatewayServices,
  tracer: Tracer,
  accepting: boolean,
): GatewayServices {
  const traces = new RequestTraces(tracer, accepting);
  const { openExchanges, records } = services;
  return {
    ...services,
    authorization: services.authorization
      .before('normalisePath', enters(traces, 'policy'))
      .after('holdable', leaves(traces)),
    approval: services.approval.before('hold', holds(traces)).after('hold', decided(traces)),
    preparation: services.preparation
      .before('produceCredentials', enters(traces, 'credentials'))
      .before('produceCredentials', withoutTraceFields(accepting))
      .after('produceCredentials', leaves(traces)),
    openExchanges: {
      watch(state, cut) {
        const { host, port } = state;
        traces.of(state)?.enter('upstream', 'client', { 'server.address': host, 'server.port': port });
        return openExchanges.watch(state, cut);
      },
    },
    records: {
      record(state, outcome) {
        traces.end(state, outcome);
        records.record(state, outcome);
      },
    },
  };
}

function enters(traces: RequestTraces, span: string): Step<Admitted> {
  return {
    name: `enter ${span}`,
    run(state) {
      traces.of(state)?.enter(span);
      return null;
    },
  };
}

function leaves(traces: RequestTraces): Step<Admitted> {
  return {
    name: 'leave',
    run(state) {
      traces.of(state)?.leave();
      return null;
    },
  };
}

function holds(traces: RequestTraces): Step<AuthorizedExchange> {
  return {
    name: 'enter hold',
    run(state) {
      if (state.decision.approval) traces.of(state)?.enter('hold');
      return null;
    },
  };
}

function decided(traces: RequestTraces): Step<AuthorizedExchange> {
  return {
    name: 'leave hold',
    run(state) {
      const { approval } = state;
      if (approval !== null) traces.of(state)?.leave({ 'gateway.approval': approval.settlement.state });
      return null;
    },
  };
}

/** They were for the gateway. */
function withoutTraceFields(accepting: boolean): Step<AuthorizedExchange> {
  return {
    name: 'withoutTraceFields',
    run({ outbound: { headers } }) {
      const outbound = new HeaderList(headers);
      if (accepting) for (const name of TRACE_FIELDS) outbound.remove(name);
      return null;
    },
  };
}
