import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Epochs } from '../../kernel/database/epochs.js';
import type { Counted } from '../../kernel/metrics/labelled.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { catchSync, thenSync, type AdmittedExchange } from '../exchange/progress.js';
import { tokenRefusal } from '../exchange/agent-token.js';
import { AgentAccessCache } from '../snapshot/agent-access-cache.js';
import { Reauthorization } from './reauthorize.js';
import type { RefusalCode } from '../exchange/results/refusal-codes.js';
import { noLongerKnown, type Refusal } from '../exchange/results/refusals.js';
import { OpenByScope, type OpenExchange, ReviewTurns, BodySnapshots } from './revocation-turns.js';

/** How often the channel is looked at, and the database asked where the channel is not proven alive. */
const LOOK_MS = 500;
/** What nobody could be asked about for so long ends: longer than a failover of the database should take. */
const UNKNOWN_FOR_MS = 10_000;
/** Scopes compared in one question. */
const SCOPES_AT_ONCE = 1_000;

/**
 * Everything that agents have under way, judged again when an epoch about its agent rises (R29): a WebSocket, an
 * event stream, a download or an upload that would not be let through now is cut. An exchange that ends before
 * costs its entry here and nothing else.
 */
@Injectable()
export class OpenExchanges implements OnModuleDestroy {
  private readonly logger = new Logger(OpenExchanges.name);
  private readonly open = new OpenByScope();
  private readonly bodies = new BodySnapshots();
  private readonly turns = new ReviewTurns(
    (tokenHash) => this.cache.byToken(tokenHash),
    (open, access) => this.settle(open, access),
  );
  private readonly cuts: Counted<{ verdict: RefusalCode }>;
  private readonly unsubscribe: (() => void)[];
  private readonly timer: NodeJS.Timeout;
  /** When everything announced until then had been heard or read. */
  private knownAt = performance.now();
  private comparing = false;

  constructor(
    private readonly cache: AgentAccessCache,
    private readonly epochs: Epochs,
    private readonly reauthorization: Reauthorization,
    metrics: Metrics,
  ) {
    this.cuts = metrics.counter({
      name: 'gateway_cut_exchanges_total',
      help: 'Open exchanges that were closed because they are no longer allowed',
      labelNames: ['verdict'],
    });
    this.unsubscribe = [
      epochs.onRaise((scope, epoch) =>
        this.open.behind(scope, epoch).forEach((each) => this.turns.add(each)),
      ),
      epochs.onGap(() => this.compare()),
    ];
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    for (const stop of this.unsubscribe) stop();
  }

  /** Follows what was let through until the returned function is called. `cut` is called once at most. */
  watch(state: AdmittedExchange, cut: (refusal: Refusal) => void): () => void {
    const { access } = state;
    const forget = this.bodies.remember(state);
    const open: OpenExchange = { state, access, cut, forget, released: false, place: 0 };
    this.open.add(open);
    // Raises heard between the decision and now were heard without it.
    if (this.cache.hasDropped(state.tokenHash, access)) this.turns.add(open);
    return () => this.release(open);
  }

  private release(open: OpenExchange): void {
    if (open.released) return;
    open.released = true;
    this.open.remove(open);
    this.turns.forget(open);
    open.forget();
  }

  private settle(open: OpenExchange, access: AgentAccess | null): Promise<void> | void {
    const refusal = access === null ? tokenRefusal(open.state.mode) : this.refusalOf(open, access);
    return thenSync(refusal, (known) => {
      if (open.released) return;
      if (known) this.cut(open, known);
      else if (access !== null) this.open.move(open, access);
    });
  }

  private refusalOf({ state }: OpenExchange, access: AgentAccess): Promise<Refusal | null> | Refusal | null {
    return catchSync<Refusal | null>(
      () => this.reauthorization.refusalOf(state, access),
      (error) => {
        this.logger.error({ err: error }, 'open exchange could not be authorized again');
        return noLongerKnown();
      },
    );
  }

  private cut(open: OpenExchange, refusal: Refusal): void {
    this.release(open);
    this.cuts.inc({ verdict: refusal.body.error! });
    try {
      open.cut(refusal);
    } catch (error) {
      this.logger.error({ err: error }, 'open exchange could not be closed');
    }
  }

  private look(): void {
    this.open.tidy();
    const now = performance.now();
    if (this.epochs.alive() || this.open.size === 0) this.knownAt = now;
    else if (now - this.knownAt <= UNKNOWN_FOR_MS) void this.compareOnce(now);
    else for (const each of this.open.all()) this.cut(each, noLongerKnown());
    for (const each of this.turns.inDoubtSince(now - UNKNOWN_FOR_MS)) this.cut(each, noLongerKnown());
    const failed = this.turns.retry();
    if (failed) this.logger.warn(failed, 'open exchanges could not be authorized again');
  }

  private async compareOnce(begun: number): Promise<void> {
    if (this.comparing) return;
    this.comparing = true;
    try {
      await this.compare();
      this.knownAt = begun;
    } catch (error) {
      this.logger.warn({ err: error }, 'epochs of open exchanges could not be read');
    } finally {
      this.comparing = false;
    }
  }

  /** Finds what changed unheard. Rejects when the database does not tell. */
  private async compare(): Promise<void> {
    const scopes = this.open.scopes();
    for (let at = 0; at < scopes.length; at += SCOPES_AT_ONCE) {
      const newest = await this.epochs.read(scopes.slice(at, at + SCOPES_AT_ONCE));
      for (const [scope, epoch] of newest) {
        for (const each of this.open.apartFrom(scope, epoch)) this.turns.add(each);
      }
    }
  }
}
