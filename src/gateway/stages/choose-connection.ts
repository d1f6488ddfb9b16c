import { Injectable } from '@nestjs/common';
import { canonicalPath, splitTarget } from '../../domain/matching/canonical-path.js';
import { detectProvider } from '../../domain/policy/app-hosts.js';
import { chooseConnection, type ConnectionChoice } from '../../domain/policy/connection-choice.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type { AccessibleConnection, AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AppCatalog } from '../../modules/foundation/app-catalog/catalog.js';
import {
  CONNECTION_HEADER,
  type ConnectionOffer,
  connectionNotFound,
  multipleConnections,
  multipleProviders,
  resourceAccessDenied,
} from '../connection-verdicts.js';
import type { JudgedRequest } from '../exchange.js';
import { DashboardLinks, type Verdict } from '../verdicts.js';
import { ConnectionsHeader } from './connections-header.js';

/** What is known of a request's app and account before policy is asked. */
export interface ConnectionSelection {
  /** The app of the request: the winner's, else the one its host and path belong to (06 §10.2). */
  readonly provider: string | null;
  /** The connection that serves the request (02 §11.3). */
  readonly winner: AccessibleConnection | null;
  readonly refusal: Verdict | null;
}

type RefusedChoice = Extract<ConnectionChoice<AccessibleConnection>, { choices: unknown }>;

const NO_APP: ConnectionSelection = Object.freeze({ provider: null, winner: null, refusal: null });

/** Steps 9, 12 and 14 of 06 §19: the app of the request, the connection that serves it, and an empty scope. */
@Injectable()
export class ChooseConnectionStage {
  private readonly header = new ConnectionsHeader((connection) => this.offerOf(connection));

  constructor(
    private readonly catalog: AppCatalog,
    private readonly configuration: Configuration,
  ) {}

  /** Adds `x-onecli-connections` to every later answer when the host has candidates (06 §10.3.10). */
  choose(request: JudgedRequest, access: AgentAccess): ConnectionSelection {
    const { host } = request;
    const onHost = this.catalog.hosts.on(host);
    if (onHost.apps.length === 0) return NO_APP;
    const { path } = splitTarget(request.target);
    const canonical = canonicalPath(path);
    const here = access.connections.on(host);
    const choice = chooseConnection(here, {
      path,
      canonicalPath: canonical,
      pin: request.headers.get(CONNECTION_HEADER),
      secretServes: () => access.granted.choose(host, path, canonical).length > 0,
    });
    const provider = detectProvider(onHost, path, canonical);
    if (choice.kind !== 'none' && choice.kind !== 'winner') {
      this.header.clear(request);
      return { provider, winner: null, refusal: this.refusalOf(choice) };
    }
    this.header.set(request, here);
    if (choice.kind === 'none') return { provider, winner: null, refusal: null };
    const winner = choice.connection;
    return { provider: winner.provider, winner, refusal: this.emptyScope(winner, access) };
  }

  private refusalOf(choice: RefusedChoice): Verdict {
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

  /** 06 §19.14: what the agent may reach of the account is nothing. */
  emptyScope(winner: AccessibleConnection, access: AgentAccess): Verdict | null {
    if (access.resourceScopes.get(winner.id)?.entries.length !== 0) return null;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    const detail = 'What the organization allows and what was selected for the agent have nothing in common.';
    return resourceAccessDenied([], detail, links);
  }

  /** An account as agents and people are told of it (06 §10.3.9). */
  offerOf({ id, label, provider }: AccessibleConnection): ConnectionOffer {
    return { id, label, provider, display_name: this.catalog.nameOf(provider) };
  }
}
