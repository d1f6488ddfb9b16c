import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import type { Tx } from '../../../../kernel/database/database.js';
import { ApiKeysService } from '../../../foundation/api-keys/api-keys.service.js';
import { type AccountFacts, type AccountStanding, accountStanding } from '../users/account-standing.js';
import { ENTERED_INDEPENDENTLY, SHARED_WITH_OTHERS } from '../users/references-to-people.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { signedInBefore } from '../users/unclaimed-account.js';
import { UsersService } from '../users/users.service.js';

const FACTS = `
  SELECT (u.created_by_organization_id = $1) IS TRUE AS "madeByDirectory",
    ${SHARED_WITH_OTHERS} AS "sharedWithOthers",
    ${ENTERED_INDEPENDENTLY} AS "enteredIndependently",
    ${signedInBefore('u')} AS "everEntered",
    EXISTS (
      SELECT 1 FROM domains d
      WHERE d.organization_id = $1 AND d.verified_at IS NOT NULL AND d.domain = split_part(u.email, '@', 2))
      AS "onVerifiedDomain"
  FROM users u WHERE u.id = $2`;

/** Whose account it is: the one answer for everything that changes accounts on an organization's word (R39). */
@Injectable()
export class ManagedAccounts {
  constructor(
    private readonly configuration: Configuration,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /**
   * Holds the account until the transaction ends, so that nobody gets a part in it meanwhile; null when it is gone.
   * Sessions, keys and membership are held before the account, in the order in which calls of the person take them
   * (ADR 13). Without the licence no organization manages any account: no domain and no provider is trusted (R2).
   */
  async judge(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
  ): Promise<AccountStanding | null> {
    await this.sessions.lockAllOf(tx, userId);
    await this.apiKeys.lockAllOf(tx, userId, organizationId);
    await tx.query(`SELECT 1 FROM memberships WHERE organization_id = $1 AND user_id = $2 FOR UPDATE`, [
      organizationId,
      userId,
    ]);
    if (!(await this.users.lockAlone(tx, userId))) return null;
    const [facts] = await tx.query<AccountFacts>(FACTS, [organizationId, userId]);
    const standing = accountStanding(facts!);
    return this.configuration.entitled ? standing : { ...standing, managed: false };
  }
}
