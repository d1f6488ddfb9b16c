import type { Injection } from '../../../domain/decision/injection/request-edits/model.js';
import { gatewayMayKeep } from '../../../modules/credentials/secret-sources/kinds.js';
import type { AccessibleSecret } from '../../../modules/policy/agent-snapshot/agent-access.js';

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
