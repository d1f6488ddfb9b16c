import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { CertificateIssuer } from '../../modules/certificate-authority/certificate-issuer.js';

const CACHED_HOSTS = 10_000;
/** A leaf is replaced while it still has this much validity (06 §7.6). */
const RENEWAL_MARGIN_MS = 3_600_000;

interface CachedLeaf {
  context: SecureContext;
  expiresAt: number;
}

/**
 * One TLS server context per intercepted host, so that session tickets resume and a leaf is made once
 * (06 §7.6). Concurrent requests for a new host share one generation; key generation and signing run on
 * the crypto threads and hold up no other connection.
 */
export class LeafCache {
  private readonly leaves: LRUCache<string, CachedLeaf>;
  private readonly pending = new Map<string, Promise<SecureContext>>();

  constructor(
    private readonly issuer: () => CertificateIssuer | null,
    private readonly clock: () => number = Date.now,
    capacity = CACHED_HOSTS,
  ) {
    this.leaves = new LRUCache({ max: capacity });
  }

  /** The context for the host, made when there is none or the present one is about to expire. */
  contextFor(host: string): SecureContext | Promise<SecureContext> {
    const cached = this.leaves.get(host);
    if (cached && cached.expiresAt - this.clock() >= RENEWAL_MARGIN_MS) return cached.context;
    const running = this.pending.get(host);
    if (running) return running;
    const generation = this.generate(host).finally(() => this.pending.delete(host));
    this.pending.set(host, generation);
    return generation;
  }

  get size(): number {
    return this.leaves.size;
  }

  private async generate(host: string): Promise<SecureContext> {
    const issuer = this.issuer();
    if (!issuer) throw new Error('No certificate authority is loaded');
    const leaf = await issuer.issueLeaf(host, this.clock());
    const context = createSecureContext({ cert: leaf.chainPem, key: leaf.keyPem, minVersion: 'TLSv1.2' });
    this.leaves.set(host, { context, expiresAt: leaf.expiresAt });
    return context;
  }
}
