import { Injectable } from '@nestjs/common';
import {
  chooseConnection,
  type ConnectionChoice,
} from '../../../domain/decision/policy/choices/connection-choice.js';
import { readingsOfAll } from '../../../domain/decision/matching/named-paths.js';
import type { AccessibleConnection } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import {
  CONNECTION_HEADER,
  type ConnectionOffer,
  connectionNotFound,
  multipleConnections,
  multipleProviders,
} from '../../refusals/connection-refusals.js';
import type { Admitted } from '../../exchange/progress.js';
import type { Ended, Step } from '../../exchange/steps.js';
import type { Refusal } from '../../exchange/results/refusals.js';
import { ConnectionsHeader } from './connections-header.js';
import { overridesOf } from '../../exchange/path-overrides.js';

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
