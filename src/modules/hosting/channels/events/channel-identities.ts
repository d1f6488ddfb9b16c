import { Injectable, Logger } from '@nestjs/common';
import type { ChannelWord } from '../../../../domain/protocols/slack/channel-words.js';
import { AccessQueries } from '../../../../kernel/access/queries/access.queries.js';
import { Database, type Queryable } from '../../../../kernel/database/database.js';
import { normalizeEmail } from '../../../people/identity/model/email-address.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { channelAudit } from '../accounts/channel.audit.js';
import { speaksFor } from '../apps/app-trust.js';
import type { LiveChannelApp } from '../apps/live-channel-apps.js';
import { ChannelAppHealth } from '../apps/channel-app-health.js';
import { objectOf, type SlackAnswer, textOrNull } from '../slack/slack-answer.js';
import { SlackApi } from '../slack/slack-api.js';
import { SlackRefused, SlackUnreachable } from '../slack/slack-faults.js';

/** Who spoke in Slack, as known here. */
export interface ChannelIdentity {
  userId: string;
  email: string;
  name: string | null;
  /** Direct threads end with it. */
  userLinkId: string;
}

type Refusal = Extract<ChannelWord, 'unknown_account' | 'no_access' | 'try_later' | 'one_person_only'>;

export type IdentityFound =
  | { readonly known: true; readonly speaker: ChannelIdentity }
  | { readonly known: false; readonly word: Refusal };

const LINKED = `
  SELECT l.id AS "userLinkId", u.id AS "userId", u.email, u.name
  FROM channel_user_links l JOIN users u ON u.id = l.user_id
  WHERE l.integration_id = $1 AND l.external_user_id = $2`;

/** Who may speak to an agent through Slack (04 §6.3.2). Whatever somebody calls themselves there decides nothing. */
@Injectable()
export class ChannelIdentities {
  private readonly log = new Logger(ChannelIdentities.name);

  constructor(
    private readonly db: Database,
    private readonly access: AccessQueries,
    private readonly health: ChannelAppHealth,
    private readonly slack: SlackApi,
  ) {}

  async resolve(presence: LiveChannelApp, externalUserId: string): Promise<IdentityFound> {
    const speaker =
      (await this.linked(this.db, presence, externalUserId)) ?? (await this.met(presence, externalUserId));
    if ('word' in speaker) return { known: false, word: speaker.word };
    if (!speaksFor(presence, speaker.userId)) return { known: false, word: 'one_person_only' };
    if (await this.access.canUseWorkspace(speaker.userId, presence.workspaceId))
      return { known: true, speaker };
    return { known: false, word: 'no_access' };
  }

  private async linked(
    q: Queryable,
    { integrationId }: LiveChannelApp,
    externalUserId: string,
  ): Promise<ChannelIdentity | null> {
    const [row] = await q.query<ChannelIdentity>(LINKED, [integrationId, externalUserId]);
    return row ?? null;
  }

  /** Somebody new: by the address that Slack says is theirs, asked by us. */
  private async met(
    presence: LiveChannelApp,
    externalUserId: string,
  ): Promise<ChannelIdentity | { word: Refusal }> {
    let email: string | null;
    try {
      email = await this.addressOf(presence, externalUserId);
    } catch (error) {
      if (!(error instanceof SlackUnreachable || error instanceof SlackRefused)) throw error;
      await this.health.failed(presence.id, error);
      this.log.warn({ err: error, presenceId: presence.id }, 'Slack user could not be looked up');
      return { word: 'try_later' };
    }
    const linked = email === null ? null : await this.link(presence, externalUserId, email);
    return linked ?? { word: presence.speaksForEveryone ? 'unknown_account' : 'one_person_only' };
  }

  /** Null for programs, for who left, and for people of other workspaces: those choose addresses elsewhere. */
  private async addressOf(presence: LiveChannelApp, externalUserId: string): Promise<string | null> {
    const token = presence.credentials.botToken;
    if (token === undefined) return null;
    const answer = await this.slack.call({ method: 'users.info', token, fields: { user: externalUserId } });
    const user = objectOf(answer['user']);
    if (user['id'] !== externalUserId || isForeign(user, presence.teamId)) return null;
    const email = textOrNull(objectOf(user['profile'])['email']);
    return email === null ? null : normalizeEmail(email);
  }

  /** Null unless the address is one of an active member who has no other Slack user, and for whom the app speaks. */
  private link(
    presence: LiveChannelApp,
    externalUserId: string,
    email: string,
  ): Promise<ChannelIdentity | null> {
    const { organizationId, integrationId, speaksForEveryone, attachedBy } = presence;
    return this.db.tx(async (tx) => {
      const [made] = await tx.query<{ userId: string }>(
        `INSERT INTO channel_user_links (integration_id, external_user_id, user_id, linked_via)
         SELECT $1, $2, u.id, 'email' FROM users u
         JOIN memberships m ON m.user_id = u.id AND m.organization_id = $4 AND m.status = 'active'
         WHERE u.email = $3 AND ($5 OR u.id = $6) ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`,
        [integrationId, externalUserId, email, organizationId, speaksForEveryone, attachedBy],
      );
      if (made !== undefined) {
        const origin = { organizationId, by: actingPerson(made.userId, email, 'system') };
        await channelAudit.record(tx, origin, 'create', { externalUserId, linkedVia: 'email' });
      }
      return this.linked(tx, presence, externalUserId);
    });
  }
}

function isForeign(user: SlackAnswer, teamId: string): boolean {
  const elsewhere = user['team_id'] !== teamId || user['is_stranger'] === true;
  return (
    elsewhere || user['is_bot'] === true || user['deleted'] === true || user['is_email_confirmed'] === false
  );
}
