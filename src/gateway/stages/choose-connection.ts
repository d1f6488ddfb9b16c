import { Injectable } from '@nestjs/common';
import {
  chooseConnection,
  type ConnectionChoice,
} from '../../domain/decision/policy/choices/connection-choice.js';
import { readingsOfAll } from '../../domain/decision/matching/named-paths.js';
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
} from '../refusals/connection-refusals.js';
import { DashboardLinks } from '../refusals/dashboard-links.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { GOES_ON, goesOn, refused, type Step } from '../exchange/step.js';
import type { Refusal } from '../exchange/refusals.js';
import { ConnectionsHeader } from './connections-header.js';
import { overridesOf } from '../exchange/path-overrides.js';

const NO_PATHS: readonly string[] = Object.freeze([]);
const NONE = Object.freeze(goesOn(null));

type RefusedChoice = Extract<ConnectionChoice<AccessibleConnection>, { choices: unknown }>;

/** `chooseConnection` and `emptyScope` of 06 §19: the connection that serves a request, and what of it. */
@Injectable()
export class ChooseConnectionStage {
  private readonly header = new ConnectionsHeader((connection) => this.offerOf(connection));

  constructor(
    private readonly catalog: AppCatalog,
    private readonly configuration: Configuration,
  ) {}

  /** Adds `x-onecli-connections` to every later answer when the host has candidates (06 §10.3.10). */
  choose(request: EvaluatedRequest, access: AgentAccess): Step<AccessibleConnection | null> {
    const { host, path, canonicalPath } = request;
    const here = access.connections.on(host);
    if (!here.known) return NONE;
    const choice = chooseConnection(here, {
      path,
      canonicalPath,
      overrides: access.connections.readsPath(host) ? readingsOfAll(overridesOf(request)) : NO_PATHS,
      pin: request.headers.get(CONNECTION_HEADER),
      secretServes: () => access.granted.choose(host, path, canonicalPath).length > 0,
    });
    if (choice.kind !== 'none' && choice.kind !== 'winner') {
      this.header.clear(request);
      return refused(this.refusalOf(choice));
    }
    this.header.set(request, here);
    return choice.kind === 'none' ? NONE : goesOn(choice.connection);
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

  /** What the agent may reach of the account is nothing. */
  emptyScope(winner: AccessibleConnection, access: AgentAccess): Step {
    if (access.resourceScopes.get(winner.id)?.entries.length !== 0) return GOES_ON;
    const links = new DashboardLinks(this.configuration.appUrl, access.workspaceId);
    const detail = 'What the organization allows and what was selected for the agent have nothing in common.';
    return refused(resourceAccessDenied([], detail, links));
  }

  /** An account as agents and people are told of it (06 §10.3.9). */
  offerOf({ id, label, provider }: AccessibleConnection): ConnectionOffer {
    return { id, label, provider, display_name: this.catalog.nameOf(provider) };
  }
}
