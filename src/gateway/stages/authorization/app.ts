import { Injectable } from '@nestjs/common';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { readingsOfAll } from '../../../domain/decision/matching/named-paths.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import {
  chooseConnection,
  type ConnectionChoice,
} from '../../../domain/decision/policy/choices/connection-choice.js';
import type { AccessibleConnection } from '../../../modules/policy/agent-snapshot/agent-access.js';
import {
  PLACEHOLDER_CREDENTIAL,
  tokenRequest,
} from '../../../domain/decision/catalog/placeholder-credential.js';
import { TokenEndpoints } from '../../../domain/decision/catalog/token-endpoints.js';
import type { Admitted, Step, Ended } from '../../exchange/progress.js';
import { overridesOf, defaultPort, type EvaluatedRequest } from '../../exchange/exchange.js';
import { appUnavailable } from '../../refusals/policy-refusals.js';
import {
  CONNECTION_HEADER,
  type ConnectionOffer,
  connectionNotFound,
  multipleConnections,
  multipleProviders,
  resourceAccessDenied,
} from '../../refusals/connection-refusals.js';
import type { Refusal } from '../../exchange/results/refusals.js';
import { DashboardLinks } from '../../refusals/dashboard-links.js';
import { lineOf } from './policy.js';
import { ConnectionsHeader } from './connections-header.js';

/** `detect` of 06 §19: the app that host and path belong to. */
@Injectable()
export class DetectStep implements Step<Admitted> {
  readonly name = 'detect';

  constructor(private readonly catalog: AppCatalog) {}

  run(state: Admitted): null {
    state.provider = this.catalog.detect(state.host, state.path, state.canonicalPath);
    return null;
  }
}

/** `availability` of 06 §19: whether the app that host and path belong to may be used, and that of the account. */
@Injectable()
export class AvailabilityStep implements Step<Admitted> {
  readonly name = 'availability';
  private readonly llmHosts: ReadonlySet<string>;

  constructor(
    private readonly catalog: AppCatalog,
    configuration: Configuration,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
  }

  run(state: Admitted): Ended {
    const { host, path, canonicalPath } = state;
    const { apps } = state.access;
    const lacking =
      this.accountsApp(state) ?? apps.refusedApp(host, path, canonicalPath) ?? overridingApp(state);
    return this.refusalOf(state, lacking);
  }

  /** Another app may have the same paths, which does not open this one's accounts. */
  ofAccount(state: Admitted): Ended {
    return this.refusalOf(state, this.accountsApp(state));
  }

  private accountsApp({ winner, access: { apps } }: Admitted): string | null {
    return winner === null || apps.has(winner.provider) ? null : winner.provider;
  }

  private refusalOf(state: Admitted, lacking: string | null): Ended {
    if (lacking === null || isLlmHost(state.host, this.llmHosts)) return null;
    return appUnavailable(lacking, this.catalog.nameOf(lacking), lineOf(state));
  }
}

/** The app that a field makes a request to (R42), and that nobody may use. */
function overridingApp(state: Admitted): string | null {
  const { apps } = state.access;
  if (!apps.readsPath(state.host)) return null;
  for (const path of readingsOfAll(overridesOf(state))) {
    const app = apps.refusedApp(state.host, path, path);
    if (app !== null) return app;
  }
  return null;
}

const NO_PATHS: readonly string[] = Object.freeze([]);

type RefusedChoice = Extract<ConnectionChoice<AccessibleConnection>, { choices: unknown }>;

/** `chooseConnection` of 06 §19: the connection that serves a request. */
@Injectable()
export class ChooseConnectionStep implements Step<Admitted> {
  readonly name = 'chooseConnection';
  private readonly header = new ConnectionsHeader((connection) => this.offerOf(connection));

  constructor(private readonly catalog: AppCatalog) {}

  /** Adds `x-onecli-connections` to every later answer when the host has candidates (06 §10.3.10). */
  run(state: Admitted): Ended {
    const { host, path, canonicalPath, access } = state;
    const here = access.connections.on(host);
    if (!here.known) return null;
    const choice = chooseConnection(here, {
      path,
      canonicalPath,
      overrides: access.connections.readsPath(host) ? readingsOfAll(overridesOf(state)) : NO_PATHS,
      pin: state.headers.get(CONNECTION_HEADER),
      secretServes: () => access.granted.choose(host, path, canonicalPath).length > 0,
    });
    if (choice.kind !== 'none' && choice.kind !== 'winner') {
      this.header.clear(state);
      return this.refusalOf(choice);
    }
    this.header.set(state, here);
    if (choice.kind === 'none') return null;
    state.winner = choice.connection;
    state.provider = choice.connection.provider;
    state.scope = access.resourceScopes.get(choice.connection.id) ?? null;
    return null;
  }

  private refusalOf(choice: RefusedChoice): Refusal {
    const offers = choice.choices.map((connection) => this.offerOf(connection));
    switch (choice.kind) {
      case 'not-found':
        return connectionNotFound(offers);
      case 'several-connections':
        return multipleConnections(offers);
      case 'several-providers':
        return multipleProviders(offers);
    }
  }

  /** An account as agents and people are told of it (06 §10.3.9). */
  offerOf({ id, label, provider }: AccessibleConnection): ConnectionOffer {
    return { id, label, provider, display_name: this.catalog.nameOf(provider) };
  }
}

const NOTHING_IN_COMMON =
  'What the organization allows and what was selected for the agent have nothing in common.';

/** `emptyScope` of 06 §19: whether the account that serves the request may be used, and anything of it be reached. */
@Injectable()
export class EmptyScopeStep implements Step<Admitted> {
  readonly name = 'emptyScope';

  constructor(
    private readonly configuration: Configuration,
    private readonly availability: AvailabilityStep,
  ) {}

  run(state: Admitted): Ended {
    const { winner, access } = state;
    if (winner === null) return null;
    const unavailable = this.availability.ofAccount(state);
    if (unavailable !== null || access.resourceScopes.get(winner.id)?.entries.length !== 0)
      return unavailable;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    return resourceAccessDenied([], NOTHING_IN_COMMON, links);
  }
}

/** Larger bodies are no refresh of any client (06 §11.7.1). */
const MAX_BYTES = 65_536;
const OPENAI = 'auth.openai.com/oauth/token';
const THIRTY_DAYS = 2_592_000;
const ONE_HOUR = 3_600;

/**
 * `placeholderRefresh` of 06 §19: agents hold files whose secrets are placeholders, and their libraries try to refresh
 * those. The gateway answers with the placeholder again (06 §11.7); nothing real leaves it, whatever grants and rules say.
 */
@Injectable()
export class PlaceholderRefreshStep implements Step<Admitted> {
  readonly name = 'placeholderRefresh';
  private readonly endpoints: TokenEndpoints;

  constructor(private readonly catalog: AppCatalog) {
    this.endpoints = new TokenEndpoints(catalog.all, [OPENAI]);
  }

  run(state: Admitted): Promise<Ended> | Ended {
    const { host, canonicalPath, method, body, isWebSocket, winner } = state;
    if (method !== 'POST' || isWebSocket || !isRead(state)) return null;
    const served = winner !== null && this.catalog.answersTokens(winner.provider, host, canonicalPath);
    return served || this.endpoints.has(host, canonicalPath) ? this.read(body, served) : null;
  }

  /** `served`: an account of the agent's is behind this endpoint, so that it needs no token of its own at all. */
  private async read(body: EvaluatedRequest['body'], served: boolean): Promise<Ended> {
    const { bytes } = await body.peek(MAX_BYTES);
    const asked = tokenRequest(bytes.toString());
    if (asked === 'placeholder-refresh' && !served) return refreshed();
    return served && asked !== 'refresh' ? tokenOfAccount() : null;
  }
}

function isRead({ body: { declaredLength }, port, scheme }: EvaluatedRequest): boolean {
  return (
    declaredLength !== null &&
    declaredLength > 0 &&
    declaredLength <= MAX_BYTES &&
    port === defaultPort(scheme)
  );
}

function refreshed(): Refusal {
  return answered({
    access_token: PLACEHOLDER_CREDENTIAL,
    refresh_token: PLACEHOLDER_CREDENTIAL,
    token_type: 'Bearer',
    expires_in: THIRTY_DAYS,
  });
}

function tokenOfAccount(): Refusal {
  return answered({ access_token: PLACEHOLDER_CREDENTIAL, expires_in: ONE_HOUR, token_type: 'Bearer' });
}

function answered(body: Refusal['body']): Refusal {
  return { status: 200, retryable: true, headers: { 'cache-control': 'no-store' }, body };
}
