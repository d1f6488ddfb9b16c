/**
 * The bodies of 06 §12.1 to §12.3 that replace an upstream's refusal of a request without a credential of ours.
 * The rules of `exchange/refusals.ts` hold.
 */
import { authorityOf } from '../exchange/exchange.js';
import type { DashboardLinks } from './dashboard-links.js';
import type { RequestLine } from './policy-refusals.js';
import type { Refusal } from '../exchange/results/refusals.js';

/**
 * A credential for this host and path exists but is not attached to the agent (06 §12.1.4). `provider` is the
 * app, or the hostname for a plain secret; `name` what people call it.
 */
export function accessRestricted(
  status: number,
  provider: string,
  links: DashboardLinks,
  name = provider,
): Refusal {
  const manageUrl = links.manage(provider);
  return {
    status,
    retryable: false,
    body: {
      error: 'access_restricted',
      message: `A credential for ${name} exists but is not attached to this agent. Ask a person to attach it at ${manageUrl}.`,
      provider,
      manage_url: manageUrl,
    },
  };
}

/**
 * The agent holds a credential for this request that stays out of unencrypted ones (R27). `https_url` is the same
 * request as one that would carry it.
 */
export function credentialNeedsTls(status: number, request: RequestLine, port: number): Refusal {
  const httpsUrl = `https://${authorityOf('https', request.host, port === 80 ? 443 : port)}${request.path}`;
  return {
    status,
    retryable: false,
    body: {
      error: 'credential_needs_tls',
      message:
        `A credential for ${request.host} is attached to this agent, but it is not sent over plain HTTP. Call ` +
        `${httpsUrl} instead. If the host speaks no TLS, ask the operator to list it in GATEWAY_ALLOWED_PRIVATE_HOSTS.`,
      hostname: request.host,
      path: request.path,
      https_url: httpsUrl,
    },
  };
}

/** Nothing is stored for this host (06 §12). */
export function credentialNotFound(status: number, request: RequestLine, links: DashboardLinks): Refusal {
  const secretUrl = links.createSecret(request.host);
  return {
    status,
    retryable: false,
    body: {
      error: 'credential_not_found',
      message: `No credential is stored for ${request.host}. Ask a person to add one at ${secretUrl}.`,
      hostname: request.host,
      path: request.path,
      secret_url: secretUrl,
    },
  };
}

/** Site hosts of Atlassian take no API tokens of apps (06 §12.3). */
export function deprecatedAtlassianHost(host: string, path: string): Refusal {
  const correctHost = 'api.atlassian.com';
  return {
    status: 421,
    retryable: false,
    body: {
      error: 'deprecated_api',
      message:
        `Call ${correctHost} instead of ${host}: paths begin with /ex/jira/{cloudId}/ or /ex/confluence/{cloudId}/. ` +
        `GET https://${correctHost}/oauth/token/accessible-resources lists the cloud id of each site.`,
      deprecated_host: host,
      correct_host: correctHost,
      provider: 'atlassian',
      requested_path: path,
    },
  };
}
