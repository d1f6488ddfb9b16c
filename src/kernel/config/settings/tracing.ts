import { baseUrl, flag, headerFields, share, text } from '../kinds/kinds.js';
import { setting } from '../kinds/setting.js';

export const tracingSection = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    kind: baseUrl,
    fallback: null,
    description:
      'OpenTelemetry collector that accepts OTLP over HTTP. The OTLP path for traces is appended. ' +
      'Requests use `GATEWAY_EGRESS_PROXY` and `GATEWAY_UPSTREAM_CA_FILE`. Unset: tracing is disabled.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    kind: headerFields,
    fallback: {},
    shownDefault: 'empty',
    secret: true,
    description: 'Headers sent to the collector, for its credentials.',
  }),
  OTEL_SERVICE_NAME: setting({
    kind: text({ max: 128 }),
    fallback: 'credential-gateway',
    description: 'Name of this deployment in traces.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    kind: share,
    fallback: 0.1,
    description: "Share of agents' requests that are traced.",
  }),
  GATEWAY_ACCEPT_TRACEPARENT: setting({
    kind: flag,
    fallback: false,
    description:
      "Whether an agent's request continues the agent's trace (W3C `traceparent`). The gateway then " +
      'consumes the header and does not forward it. Requires `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  }),
};
