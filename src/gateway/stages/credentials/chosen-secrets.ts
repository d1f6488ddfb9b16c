import type { ChosenSecret } from '../../../domain/decision/policy/choices/secret-choice.js';
import type { RequestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import type { AccessibleSecret, AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import type { Configuration } from '../../../kernel/config/configuration.js';
import { HostList } from '../../../kernel/egress/destination/host-list.js';
import type { Injection } from '../../../domain/decision/injection/request-edits/model.js';
import { gatewayMayKeep } from '../../../modules/credentials/secret-sources/kinds.js';
import { authorityOf, type EvaluatedRequest } from '../../exchange/exchange.js';

/**
 * The secrets that are written into a request (02 §11.2), without those that do not go to a path which some field puts
 * in place of its own (R42).
 */
export function chosenSecrets(
  { granted }: AgentAccess,
  { host, path, canonicalPath, overrides }: RequestFacts,
  absent?: ReadonlySet<string>,
): readonly ChosenSecret<AccessibleSecret>[] {
  const chosen = granted.choose(host, path, canonicalPath, absent);
  if (overrides.length === 0) return chosen;
  return chosen.filter(({ entry }) =>
    overrides.every((named) => granted.serves(entry.id, host, named, named)),
  );
}

/** Why a request goes out without the credentials its agent holds. */
export type Withheld = 'own_origin' | 'plain_http';

/**
 * Where a credential may be sent. Not to the deployment's own origins, which are open to every agent (06 §8.4), and
 * over plain HTTP only to what the operator listed by name or address (R27): anybody on the way could read it, and
 * whoever answers for the name there has proved nothing. A name counts as a name; what it happens to resolve to is
 * the word of a name server.
 */
export class CredentialDestinations {
  private readonly own: ReadonlySet<string>;
  private readonly listed: HostList;

  constructor({ apiUrl, appUrl, gateway }: Pick<Configuration, 'apiUrl' | 'appUrl' | 'gateway'>) {
    this.own = new Set([apiUrl, appUrl].map((url) => new URL(url).origin));
    this.listed = new HostList(gateway.allowedPrivateHosts);
  }

  /** Null where credentials may go. */
  withheldFrom({ scheme, host, port }: Pick<EvaluatedRequest, 'scheme' | 'host' | 'port'>): Withheld | null {
    if (this.own.has(`${scheme}://${authorityOf(scheme, host, port)}`)) return 'own_origin';
    return scheme === 'https' || this.listed.names(host, port) ? null : 'plain_http';
  }
}

/** Half of what a produced value may live (06 §11.3.3): an entry is at most two generations old. */
const GENERATION_MS = 30_000;

/**
 * What secrets write, with their values in it, for at most 60 s and never longer than the snapshot they came
 * from: a changed secret is a new object. Values that expire on their own are not kept.
 */
export class RecentPlans {
  private younger = new WeakMap<AccessibleSecret, readonly Injection[]>();
  private older = new WeakMap<AccessibleSecret, readonly Injection[]>();
  private readonly timer = setInterval(() => this.age(), GENERATION_MS).unref();

  get(secret: AccessibleSecret): readonly Injection[] | undefined {
    return this.younger.get(secret) ?? this.older.get(secret);
  }

  keep(secret: AccessibleSecret, plan: readonly Injection[]): void {
    const expires = secret.metadata?.authMode === 'oauth' && secret.type === 'openai';
    if (!expires && gatewayMayKeep(secret.sourceKind) && plan.length > 0) this.younger.set(secret, plan);
  }

  /** Every entry is forgotten at the second call after it was kept. */
  age(): void {
    this.older = this.younger;
    this.younger = new WeakMap();
  }

  close(): void {
    clearInterval(this.timer);
  }
}
