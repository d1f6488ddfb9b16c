/**
 * What the gateway says when an upstream refuses a request that carries no credential of ours (06 §12.1
 * to §12.3): the agent learns what a person has to do instead of reading a foreign error page.
 */
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../kernel/config/configuration.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import { apiNotRegistered, appNotConnected, connectionEnded } from '../refusals/connection-refusals.js';
import type { Admitted } from '../exchange/progress.js';
import {
  accessRestricted,
  credentialNeedsTls,
  credentialNotFound,
  deprecatedAtlassianHost,
} from '../refusals/hint-refusals.js';
import type { UpstreamAnswer } from '../exchange/results/upstream-answer.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import type { Refusal } from '../exchange/results/refusals.js';
import { CredentialDestinations, type Withheld } from './credentials/chosen-secrets.js';

/** The bare word `authorization` is no hit: OAuth device-flow and code-exchange errors must pass. */
const CREDENTIAL_WORDING = [
  'access denied',
  'api key',
  'api_key',
  'apikey',
  'authentication',
  'authorization header',
  'authorization value',
  'credentials',
  'not authenticated',
  'permission denied',
  'token expired',
  'invalid token',
  'unauthenticated',
  'unauthorized',
];

const DEPRECATED_SUFFIX = '.atlassian.net';

function speaksOfCredentials(body: string): boolean {
  const text = body.toLowerCase();
  return CREDENTIAL_WORDING.some((wording) => text.includes(wording));
}

/** `hints` of 06 §19, for answers of upstreams. */
@Injectable()
export class UpstreamHints {
  private readonly destinations: CredentialDestinations;

  constructor(
    private readonly configuration: Configuration,
    private readonly catalog: AppCatalog,
  ) {
    this.destinations = new CredentialDestinations(configuration);
  }

  hintFor(
    state: Admitted,
    answer: Pick<UpstreamAnswer, 'status' | 'bodyPrefix'>,
    withheld: Withheld | null = this.destinations.withheldFrom(state),
  ): Refusal | null {
    const links = new DashboardLinks(this.configuration.appUrl, state.access.workspaceId);
    return hintFor(state, answer, links, this.catalog, withheld);
  }
}

/**
 * The hint that replaces the upstream's refusal of a request without injected credential, or null when
 * its own answer passes. The upstream's status is kept, except for a deprecated host.
 */
function hintFor(
  request: Admitted,
  { status, bodyPrefix }: Pick<UpstreamAnswer, 'status' | 'bodyPrefix'>,
  links: DashboardLinks,
  catalog: AppCatalog,
  withheld: Withheld | null,
): Refusal | null {
  if (status === 400 && !speaksOfCredentials(bodyPrefix?.toString('latin1') ?? '')) return null;
  const { method, host, port, target, path, canonicalPath: canonical, access } = request;
  if (status !== 400 && host.endsWith(DEPRECATED_SUFFIX)) return deprecatedAtlassianHost(host, target);
  const line = { method, host, path: target };
  if (withheld === 'plain_http' && holdsCredential(access, host, path, canonical))
    return credentialNeedsTls(status, line, port);
  // What an attached account is refused is between it and the upstream; no person has to attach anything.
  if (access.connections.serving(host, path, canonical) !== null) return null;
  const ended = access.endedConnections.serving(host, path, canonical);
  if (ended !== null) {
    const name = catalog.nameOf(ended.provider);
    return connectionEnded(status, { ...ended, name }, access.agent.name, links);
  }
  const account = access.unattachedConnections.serving(host, path, canonical);
  if (account !== null) {
    return accessRestricted(status, account.provider, links, catalog.nameOf(account.provider));
  }
  const unattached = access.unattached.choose(host, path, canonical);
  if (unattached.length > 0) return accessRestricted(status, host, links);
  if (catalog.hosts.on(host).apps.length === 0) return credentialNotFound(status, line, links);
  const provider = catalog.detect(host, path, canonical);
  if (provider === null) return apiNotRegistered(status, host, access.agent.name, links);
  const name = catalog.nameOf(provider);
  return appNotConnected(status, { provider, name }, access.agent.name, links);
}

function holdsCredential(access: AgentAccess, host: string, path: string, canonical: string): boolean {
  if (access.granted.choose(host, path, canonical).length > 0) return true;
  return access.connections.serving(host, path, canonical) !== null;
}
