import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/access/declaration/caller.js';
import type { ClaimedProvisionResponse } from './dto/provision.dto.js';

/** What every link carries (05 §11.1, 07 A7.1). */
const TOKEN = /^[0-9a-f]{64}$/;

/** Tokens of links that lead to something else than a prepared account. */
export interface ClaimSource {
  knows(token: string): Promise<boolean>;
  claim(caller: Caller, token: string): Promise<ClaimedProvisionResponse>;
}

/**
 * Port for what is claimed on the same page: pages post every token to one path (07 A7.3). With none registered no
 * token is anybody else's.
 */
@Injectable()
export class OtherClaims {
  private source: ClaimSource | null = null;

  register(source: ClaimSource): void {
    this.source = source;
  }

  /** Whether a body, which may be anything, carries such a token. */
  async in(body: unknown): Promise<boolean> {
    const token: unknown = (body as { token?: unknown } | null | undefined)?.token;
    return typeof token === 'string' && TOKEN.test(token) && (await this.of(token)) !== null;
  }

  /** Null for a token that is of no other kind. */
  async of(token: string): Promise<ClaimSource | null> {
    return (await this.source?.knows(token)) ? this.source : null;
  }
}
