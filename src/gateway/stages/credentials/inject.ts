import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { AddressEcho } from '../../../domain/decision/injection/request-edits/address-echo.js';
import { applyInjections } from '../../../domain/decision/injection/request-edits/apply.js';
import type { Injection } from '../../../domain/decision/injection/request-edits/model.js';
import { planSecretInjection, slotOf } from '../../../domain/decision/injection/plan.js';
import type { RequestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { onBehalfOf } from '../../../kernel/logging/request-context.js';
import type {
  AccessibleConnection,
  AccessibleSecret,
  AgentAccess,
} from '../../../modules/policy/agent-snapshot/agent-access.js';
import { SecretValues } from '../../../modules/credentials/secrets/secret-values.js';
import { destinationOf, type Exchange } from '../../exchange/exchange.js';
import {
  type AuthorizedExchange,
  type Produced,
  type ReadyExchange,
  type Ended,
  type Step,
  type GoesOn,
  goesOn,
  type Outcome,
} from '../../exchange/progress.js';
import type { RequestChanges } from '../../exchange/results/request-changes.js';
import { chosenSecrets, CredentialDestinations, RecentPlans } from './chosen-secrets.js';
import { ConnectionChanges } from './connection-changes.js';
import { type ConnectionCredential, ConnectionCredentials } from './connection-credentials.js';

interface Plan {
  injections: Injection[];
  secretIds: string[];
}

const SIGNATURE_SLOT = 'header:authorization';
const NOTHING: Outcome<Produced> = Object.freeze(
  goesOn({ injections: [], secretIds: [], connectionId: null, renewable: null }),
);

/** `produceCredentials` of 06 §19: the values of the chosen secrets, and where they go. */
@Injectable()
export class ProduceCredentialsStep implements Step<AuthorizedExchange>, OnModuleDestroy {
  readonly name = 'produceCredentials';
  private readonly log = new Logger('Gateway');
  private readonly destinations: CredentialDestinations;
  private readonly recent = new RecentPlans();

  constructor(
    private readonly secrets: SecretValues,
    private readonly connections: ConnectionCredentials,
    private readonly changes: ConnectionChanges,
    configuration: Configuration,
  ) {
    this.destinations = new CredentialDestinations(configuration);
  }

  onModuleDestroy(): void {
    this.recent.close();
  }

  /** Where no credential may go, no value is produced either (06 §11.3.1). */
  run(state: AuthorizedExchange): Promise<Ended> | Ended {
    const produced = onBehalfOf(state.access.organization.id, () => this.produce(state));
    return produced instanceof Promise ? produced.then((known) => take(state, known)) : take(state, produced);
  }

  private produce(state: AuthorizedExchange): Promise<Outcome<Produced>> | Outcome<Produced> {
    const { access, facts, winner } = state;
    if (!facts.managed || this.destinations.withheldFrom(state) !== null) return NOTHING;
    const planned = this.known(access, facts) ?? this.plan(access, facts);
    if (!(planned instanceof Promise)) return this.withAccount(state, access, winner, planned);
    return planned.then((plan) => this.withAccount(state, access, winner, plan));
  }

  /** What secrets write without waiting, because all of it was produced a moment ago; null where some was not. */
  private known(access: AgentAccess, facts: RequestFacts): Plan | null {
    const chosen = chosenSecrets(access, facts);
    const injections: Injection[] = [];
    for (const { entry, slots } of chosen) {
      const planned = this.recent.get(entry);
      if (planned === undefined) return null;
      addInSlots(injections, planned, slots);
    }
    return { injections, secretIds: chosen.map(({ entry }) => entry.id) };
  }

  private withAccount(
    exchange: Exchange,
    access: AgentAccess,
    winner: AccessibleConnection | null,
    plan: Plan,
  ): Promise<Outcome<Produced>> | Outcome<Produced> {
    if (winner === null) return goesOn({ ...plan, connectionId: null, renewable: null });
    const credential = this.connections.produce(winner, exchange, access);
    const written = (produced: Outcome<ConnectionCredential>) =>
      this.withChanges(exchange, access, winner, joined(plan, winner, produced), produced);
    return credential instanceof Promise ? credential.then(written) : written(credential);
  }

  /** Writes what the account writes with another token, where it wrote before. */
  renew(state: ReadyExchange): Promise<boolean> {
    return onBehalfOf(state.organizationId, () => this.renewed(state)).catch((err: unknown) => {
      this.log.error({ err }, 'token refused by an upstream could not be refreshed');
      return false;
    });
  }

  private async renewed(state: ReadyExchange): Promise<boolean> {
    const { winner, outbound } = state;
    const { injections, renewable } = state.produced;
    if (winner === null || renewable === null) return false;
    const ofAccount = await this.connections.renew(winner, state, renewable.token);
    if (ofAccount === null) return false;
    const written = injections.slice(0, renewable.from);
    addWhereFree(written, ofAccount);
    const renewed = written.slice(renewable.from);
    outbound.echo = AddressEcho.of(renewed, outbound.echo);
    return applyInjections(outbound, renewed).count > 0;
  }

  /** A secret whose value cannot be produced counts as absent, so the next in line may win its slots. */
  private async plan(access: AgentAccess, facts: RequestFacts): Promise<Plan> {
    const absent = new Set<string>();
    const planned = new Map<string, readonly Injection[]>();
    for (;;) {
      const chosen = chosenSecrets(access, facts, absent);
      const open = chosen.filter(({ entry }) => !planned.has(entry.id));
      for (const { entry } of open) {
        const injections = this.recent.get(entry) ?? (await this.injectionsOf(entry, access));
        if (injections.length === 0) absent.add(entry.id);
        else planned.set(entry.id, injections);
      }
      if (open.every(({ entry }) => planned.has(entry.id))) {
        const injections: Injection[] = [];
        for (const { entry, slots } of chosen) addInSlots(injections, planned.get(entry.id)!, slots);
        return { injections, secretIds: chosen.map(({ entry }) => entry.id) };
      }
    }
  }

  /** With what else the account's credential does, where it is on the request. */
  private withChanges(
    exchange: Exchange,
    access: AgentAccess,
    winner: AccessibleConnection,
    produced: Outcome<Produced>,
    credential: Outcome<ConnectionCredential>,
  ): Promise<Outcome<Produced>> | Outcome<Produced> {
    if (produced.refused || credential.refused || credential.found.token === null) return produced;
    // A secret that writes the field of signatures has it, as it has every other (02 §11.4.1).
    const signable = produced.found.injections.every((injection) => slotOf(injection) !== SIGNATURE_SLOT);
    const changes = this.changes.of(winner, exchange, access, credential.found.token, signable);
    const changed = (found: Outcome<RequestChanges | null>): Outcome<Produced> => {
      if (found.refused) return found;
      return found.found === null ? produced : this.changed(exchange, winner, produced, found.found);
    };
    return changes instanceof Promise ? changes.then(changed) : changed(changes);
  }

  private changed(
    exchange: Exchange,
    { id }: AccessibleConnection,
    produced: GoesOn<Produced>,
    changes: RequestChanges,
  ): Outcome<Produced> {
    if (produced.found.connectionId === null && changes.signing === null) return produced;
    const { host } = changes;
    if (host !== null && this.destinations.withheldFrom({ ...destinationOf(exchange), host }) !== null)
      return NOTHING;
    return goesOn({ ...produced.found, connectionId: id, changes });
  }

  private async injectionsOf(secret: AccessibleSecret, { sources }: AgentAccess): Promise<Injection[]> {
    const value = await this.secrets.resolve(secret, sources);
    if (value === null) return [];
    const plan = planSecretInjection(secret, value);
    this.recent.keep(secret, plan);
    return plan;
  }
}

function take(state: AuthorizedExchange, produced: Outcome<Produced>): Ended {
  if (produced.refused) return produced.refusal;
  state.produced = produced.found;
  return null;
}

/** Adds what the account writes to what secrets write, in place. */
function joined(
  { injections, secretIds }: Plan,
  { id }: AccessibleConnection,
  credential: Outcome<ConnectionCredential>,
): Outcome<Produced> {
  if (credential.refused) return credential;
  const { token, injections: ofAccount } = credential.found;
  const from = injections.length;
  const used = addWhereFree(injections, ofAccount);
  const renewable = used && token?.renewable ? { token, from } : null;
  return goesOn({ injections, secretIds, connectionId: used ? id : null, renewable });
}

function addInSlots(injections: Injection[], planned: readonly Injection[], slots: readonly string[]): void {
  for (const injection of planned) if (slots.includes(slotOf(injection))) injections.push(injection);
}

/** Whether it adds anything. A slot that both write stays the secret's, the first rule of 02 §11.4.1. */
function addWhereFree(injections: Injection[], ofConnection: readonly Injection[]): boolean {
  const { length } = injections;
  if (length === 0) return injections.push(...ofConnection) > 0;
  const taken = new Set(injections.map(slotOf));
  for (const injection of ofConnection) if (!taken.has(slotOf(injection))) injections.push(injection);
  return injections.length > length;
}
