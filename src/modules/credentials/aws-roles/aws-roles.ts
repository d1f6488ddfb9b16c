import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AwsKeys } from '../../../domain/protocols/aws-sigv4/signature.js';
import { type AwsRole, type RoleSession, RoleSessions } from './role-sessions.js';

const MAX_SESSIONS = 2_000;
const RENEWED_BEFORE_MS = 300_000;
/** As for tokens that cannot be refreshed (03 §12.3.3). */
const NEXT_ATTEMPT_MS = 10_000;

interface KeptSession {
  readonly session: RoleSession | null;
  /** Nobody asks again before. */
  readonly renewAt: number;
}

/** Keys of assumed roles, by role, external id and agent (03 §12.6.4). */
@Injectable()
export class AwsRoles {
  private readonly logger = new Logger(AwsRoles.name);
  private readonly kept = new LRUCache<string, KeptSession>({ max: MAX_SESSIONS });
  private readonly running = new Map<string, Promise<AwsKeys | null>>();

  constructor(private readonly sessions: RoleSessions) {}

  /** Null when the role cannot be assumed. Keys that are at hand are no promise. */
  keysFor(role: AwsRole, agentId: string): AwsKeys | null | Promise<AwsKeys | null> {
    const key = JSON.stringify([role.arn, role.externalId, agentId]);
    const kept = this.kept.get(key);
    if (kept !== undefined && Date.now() < kept.renewAt) return validKeys(kept.session);
    return this.running.get(key) ?? this.begin(key, role, agentId, kept?.session ?? null);
  }

  private begin(
    key: string,
    role: AwsRole,
    agentId: string,
    before: RoleSession | null,
  ): Promise<AwsKeys | null> {
    const asking = this.renew(key, role, agentId, before).finally(() => this.running.delete(key));
    this.running.set(key, asking);
    return asking;
  }

  private async renew(
    key: string,
    role: AwsRole,
    agentId: string,
    before: RoleSession | null,
  ): Promise<AwsKeys | null> {
    try {
      const session = await this.sessions.assume(role, agentId);
      this.kept.set(key, { session, renewAt: session.expiresAt - RENEWED_BEFORE_MS });
      return session.keys;
    } catch (error) {
      this.logger.warn({ roleArn: role.arn, agentId, err: error }, 'AWS role could not be assumed');
      this.kept.set(key, { session: before, renewAt: Date.now() + NEXT_ATTEMPT_MS });
      return validKeys(before);
    }
  }
}

function validKeys(session: RoleSession | null): AwsKeys | null {
  return session !== null && Date.now() < session.expiresAt ? session.keys : null;
}
