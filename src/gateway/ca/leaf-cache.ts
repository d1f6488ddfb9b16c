import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { CertificateIssuer } from '../../modules/foundation/certificate-authority/certificate-issuer.js';
import { IssuanceTurns, type TurnLimits } from './issuance-turns.js';

/** A context is about 44 KiB, most of it outside V8's heap, and is made of a leaf in a third of a millisecond. */
const CACHED_CONTEXTS = 1_000;
/** A leaf is about 2 KiB, and costs ten times as much to make as its context (06 §7.6). */
const CACHED_LEAVES = 10_000;
/** Who invents names uses each once: that one is let go soon, so that storms leave no memory behind. */
const KEPT_ONCE_MS = 60_000;
const KEPT_USED_MS = 900_000;
const SWEEP_EVERY_MS = 30_000;
/** A leaf is replaced while it still has this much validity (06 §7.6). */
const RENEWAL_MARGIN_MS = 3_600_000;

/** A leaf costs 3 to 5 ms of processor time: what an agent invents without end may cost a twentieth of one core. */
const LEAF_LIMITS: TurnLimits = { burst: 200, perSecond: 10, waiting: 100, patienceMs: 10_000, parallel: 2 };

interface CachedContext {
  context: SecureContext;
  expiresAt: number;
  /** A second connection has used it. */
  used: boolean;
}

/** As bytes, outside of V8's heap: the texts with all that belongs to them take four times as much. */
interface CachedLeaf {
  certificate: Buffer;
  key: Buffer;
  /** The same text for all of them. */
  authorityPem: string;
  expiresAt: number;
}

export interface LeafCacheOptions {
  clock?: () => number;
  /** Of contexts. */
  capacity?: number;
  leaves?: number;
  limits?: Partial<TurnLimits>;
  /** What became of an ask that the cache could not answer. */
  counted?: (outcome: 'made' | 'refused') => void;
}

/**
 * One TLS server context per intercepted host, so that session tickets resume and a leaf is made once (06 §7.6): leaves
 * of ten thousand hosts are kept, contexts only of those in use. Agents have their turns in making them, and nobody waits for a leaf that waits in another's queue;
 * key generation and signing run on the crypto threads and hold up no other connection.
 */
export class LeafCache {
  private readonly contexts: LRUCache<string, CachedContext>;
  private readonly leaves: LRUCache<string, CachedLeaf>;
  private readonly making = new Map<string, Promise<SecureContext>>();
  private readonly turns: IssuanceTurns;
  private readonly clock: () => number;
  private sweeping: NodeJS.Timeout | null = null;

  constructor(
    private readonly issuer: () => CertificateIssuer | null,
    private readonly options: LeafCacheOptions = {},
  ) {
    this.clock = options.clock ?? Date.now;
    this.leaves = new LRUCache({ max: options.leaves ?? CACHED_LEAVES });
    this.contexts = new LRUCache({
      max: options.capacity ?? CACHED_CONTEXTS,
      ttl: KEPT_ONCE_MS,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now: () => this.clock() },
    });
    this.turns = new IssuanceTurns({ ...LEAF_LIMITS, ...options.limits });
  }

  /**
   * The context for the host, made when there is none or the present one is about to expire. Null when the agent asks
   * for more new hosts than it may.
   */
  contextFor(host: string, agent: string): SecureContext | Promise<SecureContext | null> {
    return this.cached(host) ?? this.making.get(host) ?? this.inTurn(host, agent);
  }

  get size(): number {
    return this.contexts.size;
  }

  private async inTurn(host: string, agent: string): Promise<SecureContext | null> {
    const context = await this.turns.take(
      agent,
      async () => this.cached(host) ?? this.making.get(host) ?? this.make(host),
    );
    if (context === null) this.options.counted?.('refused');
    return context;
  }

  private cached(host: string): SecureContext | null {
    const kept = this.contexts.get(host);
    if (kept === undefined) return this.again(host);
    if (this.isEnding(kept)) return null;
    if (!kept.used) this.contexts.set(host, { ...kept, used: true }, { ttl: KEPT_USED_MS });
    return kept.context;
  }

  /** Of a leaf whose context was let go: nothing is signed, so nobody waits for a turn. */
  private again(host: string): SecureContext | null {
    const leaf = this.leaves.get(host);
    if (leaf === undefined || this.isEnding(leaf)) return null;
    const chainPem = leaf.certificate.toString('latin1') + leaf.authorityPem;
    return this.keep(host, chainPem, leaf.key.toString('latin1'), leaf.expiresAt);
  }

  private isEnding({ expiresAt }: { expiresAt: number }): boolean {
    return expiresAt - this.clock() < RENEWAL_MARGIN_MS;
  }

  private keep(host: string, cert: string, key: string, expiresAt: number): SecureContext {
    const context = createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
    this.contexts.set(host, { context, expiresAt, used: false });
    this.sweeping ??= setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
    return context;
  }

  /** The cache itself forgets what is too old only when somebody asks for it. */
  private sweep(): void {
    this.contexts.purgeStale();
    if (this.contexts.size > 0 || this.sweeping === null) return;
    clearInterval(this.sweeping);
    this.sweeping = null;
  }

  private make(host: string): Promise<SecureContext> {
    const generation = this.generate(host).finally(() => this.making.delete(host));
    this.making.set(host, generation);
    return generation;
  }

  private async generate(host: string): Promise<SecureContext> {
    const issuer = this.issuer();
    if (!issuer) throw new Error('No certificate authority is loaded');
    const { chainPem, keyPem, expiresAt } = await issuer.issueLeaf(host, this.clock());
    const authorityPem = issuer.certificatePem;
    this.leaves.set(host, {
      certificate: Buffer.from(chainPem.slice(0, -authorityPem.length), 'latin1'),
      key: Buffer.from(keyPem, 'latin1'),
      authorityPem,
      expiresAt,
    });
    const context = this.keep(host, chainPem, keyPem, expiresAt);
    this.options.counted?.('made');
    return context;
  }
}
