import { Injectable } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import type { Queryable } from '../../database/database.js';

/** How an address may be signed in with anything but its organization's identity provider. */
export type OtherWaysIn = 'open' | 'closed' | 'closed-unless-exempt';

/** The organization that has proved the domain of an address and lets nobody in but through its provider. */
const REQUIRING = (
  email: string,
): string => `domains d JOIN sso_settings r ON r.organization_id = d.organization_id
  WHERE d.domain = split_part(${email}, '@', 2) AND d.verified_at IS NOT NULL AND r.required`;

const EXEMPT = (user: string): string => `EXISTS (SELECT FROM memberships x
  WHERE x.organization_id = d.organization_id AND x.user_id = ${user} AND x.status = 'active' AND x.sso_exempt)`;

/** `s` is the session: what it owes to a provider stands beside it. */
const BY_STORED_SESSION = `EXISTS (SELECT FROM sso_sessions o JOIN sso_connections c ON c.id = o.connection_id
  WHERE o.session_id = s.id AND c.organization_id = d.organization_id AND c.status <> 'disabled')`;

/** On Cloud the token names the providers it came by. */
const BY_NAMED_PROVIDER = (providers: string): string => `r.provider_name = ANY(${providers}::text[])
  AND EXISTS (SELECT FROM sso_connections c WHERE c.organization_id = d.organization_id AND c.status <> 'disabled')`;

/**
 * Organizations that require single sign-on for the addresses of their verified domains (05 §8.8). The answer is part
 * of the statement that looks a session up: what is switched binds the next request, and costs no request a round trip.
 */
@Injectable()
export class SsoRequirement {
  /** Nobody is locked out by losing the licence, and the operator can open all doors. */
  private readonly holds: boolean;

  constructor({ entitled, ssoEnforcementDisabled }: Configuration) {
    this.holds = entitled && !ssoEnforcementDisabled;
  }

  /** An SQL condition: whether the session `s` of the person `u` is refused. */
  refusesStoredSession(): string {
    return this.refuses(BY_STORED_SESSION);
  }

  /** The same for the token of a person `u`; `providers` is an SQL expression for their names. */
  refusesToken(providers: string): string {
    return this.refuses(BY_NAMED_PROVIDER(providers));
  }

  /** Asked before anybody is signed in, for existing and unknown people with the same statement. */
  async otherWaysIn(q: Queryable, email: string): Promise<OtherWaysIn> {
    if (!this.holds) return 'open';
    const [row] = await q.query<{ exempt: boolean }>(
      `SELECT ${EXEMPT('(SELECT id FROM users WHERE email = $1)')} AS exempt FROM ${REQUIRING('$1')}`,
      [email],
    );
    if (row === undefined) return 'open';
    return row.exempt ? 'closed-unless-exempt' : 'closed';
  }

  /** For a person whose token was looked up before their row was there. */
  async refusesPerson(q: Queryable, userId: string, providers: readonly string[]): Promise<boolean> {
    if (!this.holds) return false;
    const [row] = await q.query<{ refused: boolean }>(
      `SELECT ${this.refusesToken('$2')} AS refused FROM users u WHERE u.id = $1`,
      [userId, providers],
    );
    return row?.refused === true;
  }

  private refuses(proved: string): string {
    if (!this.holds) return 'false';
    return `EXISTS (SELECT FROM ${REQUIRING('u.email')} AND NOT ${EXEMPT('u.id')} AND NOT (${proved}))`;
  }
}
