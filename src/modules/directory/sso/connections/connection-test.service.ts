import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/declaration/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { CheckTurns } from './checks/check-turns.js';
import { ConnectionAdministration } from './connection-administration.service.js';
import type { SsoTestResponse } from './dto/sso-connection.dto.js';
import { OidcTest } from './checks/oidc-test.js';
import { SamlTest } from './checks/saml-test.js';

const NOBODY_ASKED = 'Nothing of theirs ends at the first single sign-on.';
const ASKED =
  'will be asked for the password of their account at the first single sign-on, or link it from their profile, and ' +
  'then nothing of theirs ends. Without the password a page says what ends before it does.';

/** Looks at a provider without changing anything, whatever the state of its connection. */
@Injectable()
export class ConnectionTest {
  constructor(
    private readonly db: Database,
    private readonly connections: ConnectionAdministration,
    private readonly oidc: OidcTest,
    private readonly saml: SamlTest,
    private readonly turns: CheckTurns,
  ) {}

  async run(caller: OrganizationCaller, id: string): Promise<SsoTestResponse> {
    const connection = await this.connections.require(this.db, caller, id);
    const test = connection.type === 'saml' ? this.saml : this.oidc;
    const checks = await this.turns.run(caller, () => test.run(connection));
    return checks.add('existing_accounts', null, await this.existingAccounts(caller)).outcome;
  }

  /** What the first single sign-on of members with a password and an unproved address will be like (R46). */
  private async existingAccounts({ organizationId }: OrganizationCaller): Promise<string> {
    const [{ count } = { count: 0 }] = await this.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM memberships m JOIN users u ON u.id = m.user_id
       JOIN domains d ON d.organization_id = m.organization_id AND d.verified_at IS NOT NULL
         AND d.domain = split_part(u.email, '@', 2)
       WHERE m.organization_id = $1 AND NOT u.email_verified
         AND EXISTS (SELECT FROM user_passwords p WHERE p.user_id = u.id)`,
      [organizationId],
    );
    return count === 0 ? NOBODY_ASKED : `${count} ${count === 1 ? 'member' : 'members'} ${ASKED}`;
  }
}
