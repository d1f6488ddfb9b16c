import { Injectable } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../../../kernel/crypto/secret-box.js';
import { Database, type Tx } from '../../../../../kernel/database/database.js';
import { actingPerson } from '../../../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../../../foundation/audit/audited.js';
import type { AssertedIdentity } from './asserted-identity.js';
import { SsoSessionEntity } from './sso-session.entity.js';

/** With the ID token opened. */
export type SsoSession = Pick<SsoSessionEntity, 'issuer' | 'subject' | 'providerSessionId' | 'idToken'>;

export type KeptSession = SsoSession & Pick<SsoSessionEntity, 'connectionId'>;

/** Whom a provider logs out: everybody of the subject, or one session; both given mean that session of that subject. */
export interface LoggedOut {
  issuer: string;
  subject: string | null;
  providerSessionId: string | null;
}

const boundTo = placesIn(SsoSessionEntity);
const sessionAudit = declareAudited('session');

/** Longer ones would not fit the address they are a hint in. */
const HINT_MAX_LENGTH = 8192;

/** What sessions owe to identity providers (05 §8.7 step 8, §8.6 rule 9). */
@Injectable()
export class SsoSessions {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
  ) {}

  async keep(tx: Tx, sessionId: string, connectionId: string, identity: AssertedIdentity): Promise<void> {
    const { issuer, subject, providerSessionId, idToken } = identity;
    const hint = idToken === null || idToken.length > HINT_MAX_LENGTH ? null : idToken;
    await tx.repository(SsoSessionEntity).insert({
      sessionId,
      connectionId,
      issuer,
      subject,
      providerSessionId,
      idToken: hint && this.box.seal(hint, boundTo(sessionId)),
    });
  }

  /** Null for a session that no connection made, or whose connection is gone. */
  async find(sessionId: string): Promise<KeptSession | null> {
    const found = await this.db.repository(SsoSessionEntity).findOneBy({ sessionId });
    if (found === null) return null;
    return { ...found, idToken: found.idToken && this.box.open(found.idToken, boundTo(sessionId)) };
  }

  /** Ends what the provider of the connection says has ended; how many sessions that were. */
  end(connectionId: string, { issuer, subject, providerSessionId }: LoggedOut): Promise<number> {
    return this.db.tx(async (tx) => {
      const ended = await tx.query<{ userId: string; email: string }>(
        `DELETE FROM user_sessions s USING sso_sessions o, users u
         WHERE o.session_id = s.id AND u.id = s.user_id AND o.connection_id = $1 AND o.issuer = $2
           AND ($3::text IS NOT NULL OR $4::text IS NOT NULL)
           AND ($3::text IS NULL OR o.subject = $3) AND ($4::text IS NULL OR o.provider_session_id = $4)
         RETURNING u.id AS "userId", u.email`,
        [connectionId, issuer, subject, providerSessionId],
      );
      for (const [userId, { email, sessions }] of byPerson(ended))
        await sessionAudit.record(tx, { by: actingPerson(userId, email, 'sso-login') }, 'delete', {
          reason: 'provider-logout',
          connectionId,
          sessions,
        });
      return ended.length;
    });
  }
}

function byPerson(
  ended: readonly { userId: string; email: string }[],
): Map<string, { email: string; sessions: number }> {
  const people = new Map<string, { email: string; sessions: number }>();
  for (const { userId, email } of ended)
    people.set(userId, { email, sessions: (people.get(userId)?.sessions ?? 0) + 1 });
  return people;
}
