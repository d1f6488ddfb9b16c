import {
  absolutePath,
  certificateBundlePath,
  commaList,
  flag,
  integer,
  onlyTrueOrOne,
  secureOrigin,
  text,
  url,
} from '../kinds/kinds.js';
import { hostName, hostPattern, nameOrSubdomains, privateHost } from '../kinds/network-kinds.js';
import { setting } from '../kinds/setting.js';
import { MAX_RETENTION_DAYS } from './operations.js';

const timeoutSeconds = integer(1, 86_400);

export const destinationsSection = {
  GATEWAY_SKIP_VERIFY_HOSTS: setting({
    kind: commaList(nameOrSubdomains),
    fallback: [],
    description:
      'Upstream hosts whose certificate is not verified. `*.suffix` means the names below it, not the name itself.',
  }),
  GATEWAY_DANGER_ACCEPT_INVALID_CERTS: setting({
    kind: onlyTrueOrOne,
    fallback: false,
    description: 'Verifies no upstream certificate at all. Never in production; a warning is logged.',
  }),
  GATEWAY_UPSTREAM_CA_FILE: setting({
    kind: certificateBundlePath,
    fallback: null,
    description:
      'Roots added to the built-in ones for upstream certificates. `NODE_EXTRA_CA_CERTS` works as well.',
  }),
  GATEWAY_EGRESS_PROXY: setting({
    kind: url('http', 'https'),
    fallback: null,
    secret: true,
    shownDefault: '`HTTPS_PROXY`, else `HTTP_PROXY`',
    description: 'Proxy through which the gateway reaches its upstreams.',
  }),
  GATEWAY_EGRESS_NO_PROXY: setting({
    kind: commaList(text()),
    fallback: null,
    shownDefault: '`NO_PROXY`',
    description: 'Hosts that are reached without that proxy.',
  }),
  HTTPS_PROXY: setting({
    kind: url('http', 'https'),
    fallback: null,
    secret: true,
    aliases: ['https_proxy'],
    description: 'Standard variable; used where `GATEWAY_EGRESS_PROXY` is unset.',
  }),
  HTTP_PROXY: setting({
    kind: url('http', 'https'),
    fallback: null,
    secret: true,
    aliases: ['http_proxy'],
    description: 'Standard variable; used where neither of the two above is set.',
  }),
  NO_PROXY: setting({
    kind: commaList(text()),
    fallback: [],
    aliases: ['no_proxy'],
    description: 'Standard variable; used where `GATEWAY_EGRESS_NO_PROXY` is unset.',
  }),
  GATEWAY_ALLOW_PRIVATE_NETWORKS: setting({
    kind: flag,
    fallback: false,
    description:
      'Lets agents reach private networks (RFC 1918, ULA, carrier-grade NAT), not loopback. Ignored on Cloud.',
  }),
  GATEWAY_ALLOWED_PRIVATE_HOSTS: setting({
    kind: commaList(privateHost),
    fallback: [],
    description:
      'Private destinations agents may reach, the only way to loopback; only these get credentials over plain HTTP. Ignored on Cloud.',
  }),
  GATEWAY_DENIED_HOSTS: setting({
    kind: commaList(hostPattern),
    fallback: [],
    description: 'Destinations refused for every agent.',
  }),
  GATEWAY_HTTP2: setting({
    kind: flag,
    fallback: true,
    description: '`off` restricts both legs of intercepted traffic to HTTP/1.1.',
  }),
  GATEWAY_CONNECT_TIMEOUT_SECS: setting({
    kind: timeoutSeconds,
    fallback: 10,
    description: 'Time for TCP and TLS to an upstream.',
  }),
  GATEWAY_RESPONSE_TIMEOUT_SECS: setting({
    kind: timeoutSeconds,
    fallback: 600,
    description: 'Time from the last byte of a request to the head of its response.',
  }),
  GATEWAY_IDLE_TIMEOUT_SECS: setting({
    kind: timeoutSeconds,
    fallback: 600,
    description: 'Time a streaming body may pause, in both directions together.',
  }),
  MIGRATION_EXPORT_TARGETS: setting({
    kind: commaList(secureOrigin),
    fallback: [],
    description:
      'Self-hosted: origins of other deployments to which `POST /v1/migrate/export` may send stored values. Empty: nothing can be exported.',
  }),
  LLM_HOSTS_EXTRA: setting({
    kind: commaList(hostName),
    fallback: [],
    description: 'Host names treated as LLM hosts in addition to the built-in list, with their subdomains.',
  }),
  LLM_PRICES_FILE: setting({
    kind: absolutePath,
    fallback: null,
    description:
      'A file of model prices in the format of `config/llm-prices.json`, laid over it: its providers and models come to those of that file, or in their place.',
  }),
  LLM_USAGE_RETENTION_DAYS: setting({
    kind: integer(0, MAX_RETENTION_DAYS),
    fallback: 400,
    description: 'How many days the tokens and cost of agents are kept, by day. `0` keeps them for ever.',
  }),
};
