import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Injection } from '../../domain/injection/model.js';
import { planSecretInjection, slotOf } from '../../domain/injection/plan.js';
import type { RequestFacts } from '../../domain/policy/facts.js';
import { Configuration } from '../../kernel/config/configuration.js';
import type {
  AccessibleConnection,
  AccessibleSecret,
  AgentAccess,
} from '../../modules/policy/agent-snapshot/agent-access.js';
import type { ConnectionToken } from '../../modules/credentials/connection-tokens/access-tokens.js';
import { SecretValues } from '../../modules/credentials/secrets/secret-values.js';
import { destinationOf, type Exchange } from '../exchange.js';
import type { Judgement } from '../judgement.js';
import type { RequestChanges } from '../signing/request-changes.js';
import { goesOn, type Step } from '../step.js';
import type { Produced } from '../steps.js';
import { ConnectionChanges } from './connection-changes.js';
import { ConnectionCredentials } from './connection-credentials.js';
import { CredentialDestinations } from './credential-destinations.js';
import { RecentPlans } from './recent-plans.js';

interface Plan {
  injections: Injection[];
  secretIds: string[];
}

const SIGNATURE_SLOT = 'header:authorization';
const UNCHANGED: Step<RequestChanges | null> = Object.freeze(goesOn(null));
const NOTHING: Step<Produced> = Object.freeze(goesOn({ injections: [], secretIds: [], connectionId: null }));

/** `produceCredentials` of 06 §19: the values of the chosen secrets, and where they go. */
@Injectable()
export class InjectStage implements OnModuleDestroy {
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
  produce(
    exchange: Exchange,
    access: AgentAccess,
    { facts, winner }: Pick<Judgement, 'facts' | 'winner'>,
  ): Promise<Step<Produced>> | Step<Produced> {
    if (!facts?.managed || this.destinations.withheldFrom(exchange) !== null) return NOTHING;
    return this.values(exchange, access, facts, winner);
  }

  private async values(
    exchange: Exchange,
    access: AgentAccess,
    facts: RequestFacts,
    winner: AccessibleConnection | null,
  ): Promise<Step<Produced>> {
    const { injections, secretIds } = await this.plan(access, facts);
    if (winner === null) return goesOn({ injections, secretIds, connectionId: null });
    const producing = this.connections.produce(winner, exchange, access);
    const produced = producing instanceof Promise ? await producing : producing;
    if (produced.refused) return produced;
    const used = addWhereFree(injections, produced.found.injections);
    const changing = this.changesOf(winner, exchange, access, injections, produced.found.token);
    const changes = changing instanceof Promise ? await changing : changing;
    if (changes.refused) return changes;
    const found = used || changes.found?.signing ? changes.found : null;
    if (
      found?.host &&
      this.destinations.withheldFrom({ ...destinationOf(exchange), host: found.host }) !== null
    )
      return NOTHING;
    return goesOn({ injections, secretIds, connectionId: used || found ? winner.id : null, changes: found });
  }

  /** A secret whose value cannot be produced counts as absent, so the next in line may win its slots. */
  private async plan(access: AgentAccess, facts: RequestFacts): Promise<Plan> {
    const absent = new Set<string>();
    const planned = new Map<string, readonly Injection[]>();
    for (;;) {
      const chosen = access.granted.choose(facts.host, facts.path, facts.canonicalPath, absent);
      const open = chosen.filter(({ entry }) => !planned.has(entry.id));
      for (const { entry } of open) {
        const injections = this.recent.get(entry) ?? (await this.injectionsOf(entry, access));
        if (injections.length === 0) absent.add(entry.id);
        else planned.set(entry.id, injections);
      }
      if (open.every(({ entry }) => planned.has(entry.id))) {
        const injections = chosen.flatMap(({ entry, slots }) =>
          planned.get(entry.id)!.filter((injection) => slots.includes(slotOf(injection))),
        );
        return { injections, secretIds: chosen.map(({ entry }) => entry.id) };
      }
    }
  }

  /** What else the account's credential does, where it is on the request. */
  private changesOf(
    winner: AccessibleConnection,
    exchange: Exchange,
    access: AgentAccess,
    injections: readonly Injection[],
    token: ConnectionToken | null,
  ): ReturnType<ConnectionChanges['of']> {
    if (token === null) return UNCHANGED;
    // A secret that writes the field of signatures has it, as it has every other (02 §11.4.1).
    const signable = injections.every((injection) => slotOf(injection) !== SIGNATURE_SLOT);
    return this.changes.of(winner, exchange, access, token, signable);
  }

  private async injectionsOf(secret: AccessibleSecret, { vault }: AgentAccess): Promise<Injection[]> {
    const value = await this.secrets.resolve(secret, vault);
    if (value === null) return [];
    const plan = planSecretInjection(secret, value);
    this.recent.keep(secret, plan);
    return plan;
  }
}

/** Whether it adds anything. A slot that both write stays the secret's, the first rule of 02 §11.4.1. */
function addWhereFree(injections: Injection[], ofConnection: readonly Injection[]): boolean {
  const { length } = injections;
  const taken = new Set(injections.map(slotOf));
  for (const injection of ofConnection) if (!taken.has(slotOf(injection))) injections.push(injection);
  return injections.length > length;
}
