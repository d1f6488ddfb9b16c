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
import { SecretValues } from '../../modules/credentials/secrets/secret-values.js';
import type { Exchange } from '../exchange.js';
import type { Judgement } from '../judgement.js';
import { goesOn, type Step } from '../step.js';
import type { Produced } from '../steps.js';
import { ConnectionCredentials } from './connection-credentials.js';
import { CredentialDestinations } from './credential-destinations.js';
import { RecentPlans } from './recent-plans.js';

interface Plan {
  injections: Injection[];
  secretIds: string[];
}

const NOTHING: Step<Produced> = Object.freeze(goesOn({ injections: [], secretIds: [], connectionId: null }));

/** `produceCredentials` of 06 §19: the values of the chosen secrets, and where they go. */
@Injectable()
export class InjectStage implements OnModuleDestroy {
  private readonly destinations: CredentialDestinations;
  private readonly recent = new RecentPlans();

  constructor(
    private readonly secrets: SecretValues,
    private readonly connections: ConnectionCredentials,
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
    const known = winner === null ? this.known(access, facts) : null;
    return known === null ? this.values(exchange, access, facts, winner) : goesOn(known);
  }

  /** What is written without waiting, because all of it was produced a moment ago; null where some was not. */
  private known({ granted }: AgentAccess, facts: RequestFacts): Produced | null {
    const chosen = granted.choose(facts.host, facts.path, facts.canonicalPath);
    const injections: Injection[] = [];
    for (const { entry, slots } of chosen) {
      const planned = this.recent.get(entry);
      if (planned === undefined) return null;
      addInSlots(injections, planned, slots);
    }
    return { injections, secretIds: chosen.map(({ entry }) => entry.id), connectionId: null };
  }

  private async values(
    exchange: Exchange,
    access: AgentAccess,
    facts: RequestFacts,
    winner: AccessibleConnection | null,
  ): Promise<Step<Produced>> {
    const { injections, secretIds } = await this.plan(access, facts);
    const used = winner !== null && (await this.addConnection(injections, winner, exchange));
    return goesOn({ injections, secretIds, connectionId: used ? winner.id : null });
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
        const injections: Injection[] = [];
        for (const { entry, slots } of chosen) addInSlots(injections, planned.get(entry.id)!, slots);
        return { injections, secretIds: chosen.map(({ entry }) => entry.id) };
      }
    }
  }

  /** Whether it adds anything. A slot that both write stays the secret's, the first rule of 02 §11.4.1. */
  private async addConnection(
    injections: Injection[],
    winner: AccessibleConnection,
    exchange: Exchange,
  ): Promise<boolean> {
    const { length } = injections;
    const taken = new Set(injections.map(slotOf));
    for (const injection of await this.connections.injectionsFor(winner, exchange)) {
      if (!taken.has(slotOf(injection))) injections.push(injection);
    }
    return injections.length > length;
  }

  private async injectionsOf(secret: AccessibleSecret, { vault }: AgentAccess): Promise<Injection[]> {
    const value = await this.secrets.resolve(secret, vault);
    if (value === null) return [];
    const plan = planSecretInjection(secret, value);
    this.recent.keep(secret, plan);
    return plan;
  }
}

function addInSlots(injections: Injection[], planned: readonly Injection[], slots: readonly string[]): void {
  for (const injection of planned) if (slots.includes(slotOf(injection))) injections.push(injection);
}
