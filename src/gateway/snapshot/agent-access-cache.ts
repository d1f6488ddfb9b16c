import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Epochs } from '../../kernel/database/epochs.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../modules/policy/agent-snapshot/agent-access.loader.js';
import { AgentView } from '../../modules/policy/agent-snapshot/agent-view.js';
import { NoAnswerInTime } from '../../kernel/database/shared-reads.js';
import { type AgentDirectory, StateUnavailable } from '../exchange/services.js';
import { KeptLayers, KnownAgents } from './kept-layers.js';
import { type Heard, LayerReader } from './layer-reader.js';
import { type Found, LoadLanes } from './load-lanes.js';
import { snapshotMetrics } from './snapshot-metrics.js';

/**
 * What each agent may do, in layers that its organization and its workspace share, kept until a write touches them
 * (06 §17.1, ADR 37).
 *
 * While the notification channel is proven alive, presence in the cache is the proof of freshness: every raise drops
 * what it touches. Otherwise each request compares epochs with the database, and one that cannot read them fails.
 */
@Injectable()
export class AgentAccessCache implements OnModuleDestroy {
  private readonly agents = new KnownAgents();
  private readonly layers = new KeptLayers((workspaceId) => this.agents.withdraw(workspaceId));
  private readonly reader: LayerReader;
  private readonly lanes = new LoadLanes(
    (key) => (this.epochs.alive() ? this.find(key) : undefined),
    (lane, keys) => this.read(lane, keys),
  );
  /** Raises heard while something is read, which may be the state before them. */
  private readonly raisedWhileReading = new Map<string, number>();
  private reading = 0;
  private latestHash: Buffer | null = null;
  private latestKey = '';
  private gaps = 0;
  private readonly unsubscribe: (() => void)[];

  constructor(
    loader: AgentAccessLoader,
    private readonly epochs: Epochs,
    metrics: Metrics,
  ) {
    const counted = snapshotMetrics(metrics, () => ({ ...this.layers.counts, agents: this.agents.count }));
    this.reader = new LayerReader(loader, this.layers, this.agents, counted);
    this.unsubscribe = [
      epochs.onRaise((scope, epoch) => this.drop(scope, epoch)),
      epochs.onGap(() => this.clear()),
    ];
  }

  onModuleDestroy(): void {
    for (const stop of this.unsubscribe) stop();
  }

  /**
   * What the bearer of this token may do, by its SHA-256; null for an unknown token. Throws when it
   * cannot be told, which refuses the request (R22).
   */
  byToken(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null {
    const key = this.keyOf(tokenHash);
    if (!this.epochs.alive()) return this.byComparing(key);
    const found = this.find(key);
    return found === undefined ? this.load(key) : found;
  }

  /**
   * True when a write may have been heard since this state was loaded. Never while the channel is not proven alive:
   * then epochs tell.
   */
  hasDropped(tokenHash: Buffer, access: AgentAccess): boolean {
    return this.epochs.alive() && this.agents.get(this.keyOf(tokenHash))?.access !== access;
  }

  /** Whether writes of others are heard at the moment. */
  hears(): boolean {
    return this.epochs.alive();
  }

  clear(): void {
    this.gaps += 1;
    this.layers.clear();
    this.agents.forgetUnknown();
  }

  /** A request asks more than once, and a tunnel's requests all with one hash. */
  private keyOf(tokenHash: Buffer): string {
    if (tokenHash !== this.latestHash) {
      this.latestHash = tokenHash;
      this.latestKey = tokenHash.toString('latin1');
    }
    return this.latestKey;
  }

  /** Undefined where it has to be read. */
  private find(key: string): AgentAccess | null | undefined {
    const agent = this.agents.use(key);
    if (agent === undefined) return this.agents.isUnknown(key) ? null : undefined;
    const kept = this.layers.use(agent.workspaceId);
    if (kept === undefined || kept.layer === null) return undefined;
    if (agent.access !== null) return agent.access;
    if (agent.serial !== kept.content.serial) return undefined;
    if (kept.layer.heldBySuspendedOnly) return null;
    agent.access = new AgentView(kept.layer, agent.identity);
    return agent.access;
  }

  /** What the epochs of now are newer than is dropped, as if it had been heard. */
  private async byComparing(key: string): Promise<AgentAccess | null> {
    const known = this.find(key);
    if (known) {
      const newest = await this.epochs.read(known.epochs.map(({ scope }) => scope));
      if (known.epochs.every(({ scope, epoch }) => newest.get(scope) === epoch)) return known;
      for (const [scope, epoch] of newest) this.drop(scope, epoch);
    }
    return this.load(key);
  }

  private load(key: string): Promise<AgentAccess | null> {
    return this.lanes.load(this.agents.get(key)?.organizationId ?? '', key);
  }

  private async read(lane: string, keys: readonly string[]): Promise<Map<string, Found>> {
    const gapsBefore = this.gaps;
    const heard: Heard = {
      newer: (scope, epoch) => gapsBefore !== this.gaps || (this.raisedWhileReading.get(scope) ?? 0) > epoch,
      nothing: () => gapsBefore === this.gaps && this.raisedWhileReading.size === 0,
    };
    this.reading += 1;
    try {
      return await this.reader.read(lane, keys, heard);
    } finally {
      this.reading -= 1;
      if (this.reading === 0) this.raisedWhileReading.clear();
    }
  }

  private drop(scope: string, epoch: number): void {
    this.agents.forgetUnknown();
    if (this.reading > 0) {
      const earlier = this.raisedWhileReading.get(scope) ?? 0;
      this.raisedWhileReading.set(scope, Math.max(earlier, epoch));
    }
    this.layers.drop(scope, epoch);
  }
}

/** Agents by their tokens, and what they may do. */
@Injectable()
export class AgentIdentities implements AgentDirectory {
  constructor(
    private readonly cache: AgentAccessCache,
    private readonly loader: AgentAccessLoader,
  ) {}

  identify(tokenHash: Buffer): Promise<AgentAccess | null> | AgentAccess | null {
    const found = this.cache.byToken(tokenHash);
    return found instanceof Promise ? found.catch((error) => this.tellApart(error, tokenHash)) : found;
  }

  /**
   * An agent that can be told while its rules cannot be read is a matter of the rules (R22, 06 §3.1.8). A database that
   * is not even heard, or did not answer, is not asked a second time: whoever waits has waited long enough.
   */
  private async tellApart(cause: unknown, tokenHash: Buffer): Promise<never> {
    if (cause instanceof NoAnswerInTime || !this.cache.hears()) throw cause;
    const known = await this.loader.knows(tokenHash).catch(() => false);
    throw known ? new StateUnavailable('The state of a known agent cannot be read', { cause }) : cause;
  }
}
