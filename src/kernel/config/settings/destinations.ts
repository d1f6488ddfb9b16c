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
      'Upstream hosts whose certificate is not verified. `*.suffix` matches the names below the suffix, ' +
      'not the suffix itself.',
  }),
  GATEWAY_DANGER_ACCEPT_INVALID_CERTS: setting({
    kind: onlyTrueOrOne,
    fallback: false,
    description:
      'Disables the verification of all upstream certificates. Do not use it in production; a warning is ' +
      'logged.',
  }),
  GATEWAY_UPSTREAM_CA_FILE: setting({
    kind: certificateBundlePath,
    fallback: null,
    description: 'Additional root certificates for upstreams. `NODE_EXTRA_CA_CERTS` works as well.',
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
    description: 'Hosts that are reached without this proxy.',
  }),
  HTTPS_PROXY: setting({
    kind: url('http', 'https'),
    fallback: null,
    secret: true,
    aliases: ['https_proxy'],
    description: 'Standard variable; used if `GATEWAY_EGRESS_PROXY` is unset.',
  }),
  HTTP_PROXY: setting({
    kind: url('http', 'https'),
    fallback: null,
    secret: true,
    aliases: ['http_proxy'],
    description: 'Standard variable; used if neither of the two variables above is set.',
  }),
  NO_PROXY: setting({
    kind: commaList(text()),
    fallback: [],
    aliases: ['no_proxy'],
    description: 'Standard variable; used if `GATEWAY_EGRESS_NO_PROXY` is unset.',
  }),
  GATEWAY_ALLOW_PRIVATE_NETWORKS: setting({
    kind: flag,
    fallback: false,
    description:
      'Allows agents to reach private networks (RFC 1918, ULA, carrier-grade NAT), but not loopback. ' +
      'Ignored on Cloud.',
  }),
  GATEWAY_ALLOWED_PRIVATE_HOSTS: setting({
    kind: commaList(privateHost),
    fallback: [],
    description:
      'Private destinations that agents may reach; the only way to allow loopback. Credentials are sent ' +
      'over plain HTTP only to these destinations. Ignored on Cloud.',
  }),
  GATEWAY_DENIED_HOSTS: setting({
    kind: commaList(hostPattern),
    fallback: [],
    description: 'Destinations that are refused for every agent.',
  }),
  GATEWAY_HTTP2: setting({
    kind: flag,
    fallback: true,
    description: '`off` restricts intercepted traffic to HTTP/1.1 on both sides.',
  }),
  GATEWAY_CONNECT_TIMEOUT_SECS: setting({
    kind: timeoutSeconds,
    fallback: 10,
    description: 'Time limit for the TCP and TLS connection to an upstream.',
  }),
  GATEWAY_RESPONSE_TIMEOUT_SECS: setting({
    kind: timeoutSeconds,
    fallback: 600,
    description: 'Time limit from the last byte of a request to the head of its response.',
  }),
  GATEWAY_IDLE_TIMEOUT_SECS: setting({
    kind: timeoutSeconds,
    fallback: 600,
    description: 'Time limit without data in either direction while a body streams.',
  }),
  MIGRATION_EXPORT_TARGETS: setting({
    kind: commaList(secureOrigin),
    fallback: [],
    description:
      'Self-hosted: origins of other deployments to which `POST /v1/migrate/export` may send stored ' +
      'values. Empty: export is disabled.',
  }),
  LLM_HOSTS_EXTRA: setting({
    kind: commaList(hostName),
    fallback: [],
    description: 'Additional host names treated as LLM hosts, including their subdomains.',
  }),
  LLM_PRICES_FILE: setting({
    kind: absolutePath,
    fallback: null,
    description:
      'File of model prices in the format of `config/llm-prices.json`. Its providers and models are ' +
      'added to that file or replace entries in it.',
  }),
  LLM_USAGE_RETENTION_DAYS: setting({
    kind: integer(0, MAX_RETENTION_DAYS),
    fallback: 400,
    description: 'Days for which daily tokens and cost of agents are kept. `0`: forever.',
  }),
};
