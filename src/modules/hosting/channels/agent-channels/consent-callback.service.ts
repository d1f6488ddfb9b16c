import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../../kernel/database/database.js';
import { actingPerson } from '../../../foundation/audit/model/audit-origin.js';
import { channelAudit } from '../accounts/channel.audit.js';
import { channelAppNamed } from '../apps/channel-app-named.js';
import { type ChannelAppRow, ChannelAppStore } from '../apps/channel-app-store.js';
import { type InstalledApp, SlackApps } from '../slack/slack-apps.js';
import { SlackBots } from '../slack/slack-bots.js';
import { type OpenedConsent, ConsentStates } from './consent-states.js';

/** What Slack's consent page came back with. */
export interface ConsentAnswer {
  readonly state: string | null;
  readonly code: string | null;
  readonly error: string | null;
}

/** What a person is told instead of a success. */
export type ConsentFault = 'cancelled' | 'unknown' | 'other workspace' | 'refused';

/** A presence that awaits consent, and who began it. */
interface Awaited {
  organizationId: string;
  userId: string;
  email: string;
}

/** Installs an app with what its consent page came back with (04 §6.7). */
@Injectable()
export class ConsentCallback {
  private readonly logger = new Logger(ConsentCallback.name);

  constructor(
    private readonly db: Database,
    private readonly states: ConsentStates,
    private readonly presences: ChannelAppStore,
    private readonly apps: SlackApps,
    private readonly bots: SlackBots,
  ) {}

  async finish({ state, code, error }: ConsentAnswer): Promise<OpenedConsent | ConsentFault> {
    const consent = this.states.read(state ?? '');
    if (consent === null) return 'unknown';
    if (error !== null || code === null) return 'cancelled';
    const presence = await this.presences.find(this.db, consent.agentId, 'slack');
    if (presence === null || (await this.awaited(this.db, consent)) === null) return 'unknown';
    const installed = await this.install(presence, code);
    if (installed === null) return 'refused';
    if (installed.teamId !== presence.teamId || installed.appId !== presence.externalId)
      return 'other workspace';
    const handle = (await this.bots.identify(installed.botToken).catch(() => null))?.handle ?? null;
    return this.db.tx((tx) => this.keep(tx, consent, { ...installed, handle }));
  }

  private async install(presence: ChannelAppRow, code: string): Promise<InstalledApp | null> {
    const { clientId, clientSecret } = this.presences.open(presence);
    if (clientId === undefined || clientSecret === undefined) return null;
    return this.apps.install({ clientId, clientSecret }, code).catch((err: unknown) => {
      this.logger.warn({ presenceId: presence.id, err }, 'Slack app was not installed');
      return null;
    });
  }

  /** Somebody may have finished it by hand, or detached it, while Slack was asked. */
  private async keep(
    tx: Tx,
    consent: OpenedConsent,
    { botToken, botUserId, handle }: InstalledApp & { handle: string | null },
  ): Promise<OpenedConsent | ConsentFault> {
    const found = await this.presences.lock(tx, consent.agentId, 'slack');
    const awaited = await this.awaited(tx, consent);
    if (found === null || awaited === null) return 'unknown';
    const credentials = { ...this.presences.open(found), botToken };
    const installation = { identityRef: botUserId, identityName: handle, credentials };
    const row = await this.presences.activate(tx, found, installation);
    const { organizationId, userId, email } = awaited;
    const origin = { organizationId, workspaceId: consent.workspaceId, by: actingPerson(userId, email) };
    await channelAudit.record(tx, origin, 'update', { ...channelAppNamed(row), completed: true });
    return consent;
  }

  /** Only on behalf of who began it: with their account went what they wanted. */
  private async awaited(
    q: Pick<Tx, 'query'>,
    { presenceId, agentId, workspaceId }: OpenedConsent,
  ): Promise<Awaited | null> {
    const [row] = await q.query<Awaited>(
      `SELECT a.organization_id AS "organizationId", u.id AS "userId", u.email
       FROM channel_presences p JOIN agents a ON a.id = p.agent_id JOIN users u ON u.id = p.created_by_user_id
       WHERE p.id = $1 AND p.status = 'pending_setup' AND a.id = $2 AND a.workspace_id = $3`,
      [presenceId, agentId, workspaceId],
    );
    return row ?? null;
  }
}
