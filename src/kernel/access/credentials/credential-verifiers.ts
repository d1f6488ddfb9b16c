import { Injectable } from '@nestjs/common';
import { sha256, tokenFamily } from '../../crypto/tokens.js';
import type { AccessRule } from '../declaration/access.decorator.js';
import type { CredentialKind, MachineCaller } from '../declaration/caller.js';
import { CredentialQueries, type LiveKey, type LivePartnerKey } from '../queries/credential.queries.js';
import type { ScopeInput } from '../declaration/access-request.js';
import type { ActiveSession } from '../queries/active-session.js';

/** A credential that was found good; where it may act is decided next (01 §5). */
export type Authenticated =
  | { kind: 'key'; key: LiveKey }
  | { kind: 'session'; session: ActiveSession }
  | { kind: 'partner'; key: LivePartnerKey }
  | { kind: 'machine'; principal: MachineCaller };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the credential guard on every route that is not public. */
    authenticated?: Authenticated;
    /** What it was judged by. */
    accessRule?: AccessRule;
  }
}

/** Authenticates the bearers of one prefix. */
export interface CredentialVerifier {
  readonly prefix: string;
  /** What a bearer of this prefix can turn out to be; none means it is refused wherever it is shown. */
  readonly kinds: readonly CredentialKind[];
  /** Null when the credential is unknown, dead, or its holder may not use it any more. */
  verify(token: string, input: ScopeInput): Promise<Authenticated | null>;
}

/** Registry of bearer families by prefix (01 §3.1). The longest prefix wins, so `oc_org_` is never `oc_`. */
@Injectable()
export class CredentialVerifiers {
  private readonly verifiers: CredentialVerifier[] = [];

  constructor(queries: CredentialQueries) {
    for (const verifier of builtIn(queries)) this.register(verifier);
  }

  /** For families that belong to a module, such as the runner's. Replaces an earlier one of the same prefix. */
  register(verifier: CredentialVerifier): void {
    const others = this.verifiers.filter((known) => known.prefix !== verifier.prefix);
    this.verifiers.length = 0;
    this.verifiers.push(...others, verifier);
    this.verifiers.sort((one, other) => other.prefix.length - one.prefix.length);
  }

  of(bearer: string): CredentialVerifier | null {
    return this.verifiers.find(({ prefix }) => bearer.startsWith(prefix)) ?? null;
  }
}

function builtIn(queries: CredentialQueries): CredentialVerifier[] {
  return [
    {
      prefix: 'oc_',
      kinds: ['workspace-key', 'service-key'],
      verify: async (token) =>
        tokenFamily(token) === 'workspace' ? heldKey(await queries.workspaceKey(sha256(token))) : null,
    },
    {
      prefix: 'oc_org_',
      kinds: ['org-key'],
      verify: async (token, { workspace }) =>
        tokenFamily(token) === 'organization'
          ? heldKey(await queries.organizationKey(sha256(token), workspace))
          : null,
    },
    {
      prefix: 'oc_partner_',
      kinds: ['partner-key'],
      verify: async (token) => (tokenFamily(token) === 'partner' ? partner(queries, token) : null),
    },
    {
      prefix: 'oc_scim_',
      kinds: ['scim'],
      verify: async (token) => (tokenFamily(token) === 'scim' ? directory(queries, token) : null),
    },
    // Agents, runners and channel adapters have no business on the routes people use (01 §3.1).
    ...['aoc_', 'rnr_', 'cha_'].map((prefix) => ({ prefix, kinds: [], verify: () => Promise.resolve(null) })),
  ];
}

function heldKey(key: LiveKey | null): Authenticated | null {
  return key && { kind: 'key', key };
}

async function partner(queries: CredentialQueries, token: string): Promise<Authenticated | null> {
  const key = await queries.partnerKey(sha256(token));
  return key && { kind: 'partner', key };
}

async function directory(queries: CredentialQueries, token: string): Promise<Authenticated | null> {
  const key = await queries.scimToken(sha256(token));
  return key && { kind: 'machine', principal: { credential: 'scim', ...key } };
}
