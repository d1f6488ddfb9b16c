import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import type { ChannelProvider } from '../accounts/channel-integration.entity.js';
import { isMadeByOrganization, speaksForEveryone } from './app-trust.js';
import type { ChannelTransport, ChannelAppStatus } from './channel-app.entity.js';
import type { ChannelAppCredentials } from './channel-app-credentials.js';
import { ChannelAppStore } from './channel-app-store.js';

/** An agent's app with everything that hearing it and posting by it takes. */
export interface LiveChannelApp {
  readonly id: string;
  readonly provider: ChannelProvider;
  readonly transport: ChannelTransport;
  readonly status: ChannelAppStatus;
  readonly appId: string;
  /** Its bot's user id. */
  readonly identityRef: string | null;
  readonly agentId: string;
  readonly agentName: string;
  readonly workspaceId: string;
  readonly organizationId: string;
  readonly integrationId: string;
  readonly teamId: string;
  readonly teamName: string | null;
  /** Of an app attached by hand: who entered its secrets. */
  readonly attachedBy: string | null;
  /** Whether it is trusted to tell members apart (R52). */
  readonly speaksForEveryone: boolean;
  readonly credentials: ChannelAppCredentials;
}

type LiveRow = Omit<LiveChannelApp, 'credentials'> & {
  credentialsCiphertext: string;
  madeByOrganization: boolean | null;
};

/** One that is left to be torn down has no agent, so it is not live. */
const SELECT = `
  SELECT p.id, p.provider, p.transport, p.status, p.external_id AS "appId", p.identity_ref AS "identityRef",
    p.credentials_ciphertext AS "credentialsCiphertext", a.id AS "agentId", a.name AS "agentName",
    a.workspace_id AS "workspaceId", a.organization_id AS "organizationId", i.id AS "integrationId",
    i.external_id AS "teamId", i.name AS "teamName",
    p.created_by_user_id AS "attachedBy", p.made_by_organization AS "madeByOrganization",
    ${speaksForEveryone('p', 'a.organization_id')} AS "speaksForEveryone"
  FROM channel_presences p
  JOIN agents a ON a.id = p.agent_id JOIN channel_integrations i ON i.id = p.integration_id`;

const WORKS = `p.status IN ('active', 'needs_attention')`;

/** Presences across organizations, for what providers and adapters ask: who is meant is told by the presence alone. */
@Injectable()
export class LiveChannelApps {
  constructor(
    private readonly db: Database,
    private readonly presences: ChannelAppStore,
  ) {}

  /** Attached and not still being set up; null for everything else. */
  async working(id: string, q: Queryable = this.db): Promise<LiveChannelApp | null> {
    return isUuid(id) ? this.one(`${WORKS} AND p.id = $1`, [id], q) : null;
  }

  /** All that work, oldest first. */
  async allWorking(): Promise<LiveChannelApp[]> {
    const rows = await this.db.query<LiveRow>(`${SELECT} WHERE ${WORKS} ORDER BY p.created_at, p.id`);
    return rows.map((row) => this.opened(row));
  }

  /** Whose provider calls us, by the provider's name of its app; also one that is being set up. */
  calledBack(provider: ChannelProvider, appId: string): Promise<LiveChannelApp | null> {
    return this.one(
      `p.transport = 'events' AND p.provider = $1 AND p.external_id = $2`,
      [provider, appId],
      this.db,
    );
  }

  private async one(
    condition: string,
    values: readonly unknown[],
    q: Queryable,
  ): Promise<LiveChannelApp | null> {
    const [row] = await q.query<LiveRow>(`${SELECT} WHERE ${condition}`, values);
    return row ? this.opened(row) : null;
  }

  private opened({ credentialsCiphertext, madeByOrganization, ...row }: LiveRow): LiveChannelApp {
    const credentials = this.presences.open({ id: row.id, credentialsCiphertext });
    const everyone =
      row.speaksForEveryone || (madeByOrganization === null && isMadeByOrganization(credentials));
    return { ...row, speaksForEveryone: everyone, credentials };
  }
}
