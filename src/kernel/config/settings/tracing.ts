import { baseUrl, flag, headerFields, share, text } from '../kinds/kinds.js';
import { setting } from '../kinds/setting.js';

export const tracingSection = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    kind: baseUrl,
    fallback: null,
    description:
      'A collector of OpenTelemetry traces that takes OTLP over HTTP; the path that OTLP has for traces is appended. It is asked the way providers are, with `GATEWAY_EGRESS_PROXY` and `GATEWAY_UPSTREAM_CA_FILE`. Unset: nothing is traced.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    kind: headerFields,
    fallback: {},
    shownDefault: 'empty',
    secret: true,
    description: 'Header fields sent to the collector, for its credentials.',
  }),
  OTEL_SERVICE_NAME: setting({
    kind: text({ max: 128 }),
    fallback: 'credential-gateway',
    description: 'Name of this deployment in traces.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    kind: share,
    fallback: 0.1,
    description: "The share of agents' requests that are traced.",
  }),
  GATEWAY_ACCEPT_TRACEPARENT: setting({
    kind: flag,
    fallback: false,
    description:
      "Whether an agent's request may belong to a trace of the agent's (W3C `traceparent`). The field is for the gateway then and goes to no upstream. Needs `OTEL_EXPORTER_OTLP_ENDPOINT`.",
  }),
};
