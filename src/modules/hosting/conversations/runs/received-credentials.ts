import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CredentialMask } from '../../../../domain/text/credential-mask.js';
import { Database } from '../../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { CoalescedLoads } from '../../../../kernel/scheduling/coalesced-loads.js';
import { READING } from '../../../../kernel/scheduling/reading-turns.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AccessTokens } from '../../../credentials/connection-tokens/access-tokens.js';
import { SecretValues } from '../../../credentials/secrets/secret-values.js';
import { AgentAccessLoader } from '../../../policy/agent-snapshot/agent-access.loader.js';
import type { LeaseClaim } from './run-leases.js';

/** For what is said live, several times a second. */
const RECENT_MS = 5_000;
const MAX_RECENT = 1_000;
/** Of the stored values of an account those that are secret; the others are regions, names and the like. */
const SECRET_FIELD = /token|secret|key|password|jwt|credential|assertion/i;

export interface MaskOfRun {
  readonly mask: CredentialMask;
  /** In whose turns it is applied. */
  readonly organizationId: string;
}

const NO_CREDENTIALS = CredentialMask.of([]);
const NO_RUN: MaskOfRun = { mask: NO_CREDENTIALS, organizationId: '' };

/**
 * The credentials that an agent may receive, as a mask over what is said of its turns (R44): an upstream that repeats one
 * must not bring it into a conversation. They are read as they are stored now, in whatever process the gateway injected
 * them; what is known of an agent is forgotten after seconds.
 */
@Injectable()
export class ReceivedCredentials implements OnModuleDestroy {
  private readonly log = new Logger(ReceivedCredentials.name);
  private readonly recent = new LRUCache<string, CredentialMask>({
    max: MAX_RECENT,
    ttl: RECENT_MS,
    ttlAutopurge: true,
  });

  /** A runner that reports many turns of an agent at once has its credentials read once for all of them. */
  private readonly loads = new CoalescedLoads<CredentialMask>((agentId) => this.load(agentId));

  constructor(
    private readonly db: Database,
    private readonly loader: AgentAccessLoader,
    private readonly secrets: SecretValues,
    private readonly tokens: AccessTokens,
  ) {}

  onModuleDestroy(): void {
    this.recent.clear();
  }

  /** Of the agent whose turn is under this lease; an empty one where there is none, and nothing is stored. */
  async ofRun({ runnerId, turnId, leaseId }: LeaseClaim, isLive: boolean): Promise<MaskOfRun> {
    if (!isUuid(turnId) || !isUuid(leaseId)) return NO_RUN;
    const [run] = await this.db.query<{ agentId: string; organizationId: string }>(
      `SELECT t.agent_id AS "agentId", a.organization_id AS "organizationId"
       FROM turns t JOIN agents a ON a.id = t.agent_id
       WHERE t.id = $1 AND t.lease_id = $2 AND t.lease_runner_id = $3`,
      [turnId, leaseId, runnerId],
    );
    if (run === undefined) return NO_RUN;
    const { agentId, organizationId } = run;
    const known = isLive ? this.recent.get(agentId) : undefined;
    return { mask: known ?? (await this.ofAgent(agentId)), organizationId };
  }

  ofAgent(agentId: string): Promise<CredentialMask> {
    return this.loads.get(agentId);
  }

  private async load(agentId: string): Promise<CredentialMask> {
    const [scope] = await this.db.query<WorkspaceScope>(
      `SELECT workspace_id AS "workspaceId", organization_id AS "organizationId" FROM agents WHERE id = $1`,
      [agentId],
    );
    if (scope === undefined) return NO_CREDENTIALS;
    const access = await this.loader.byAgent(scope, agentId);
    if (access === null) return NO_CREDENTIALS;
    const values: string[] = [];
    for (const secret of access.secrets) {
      const value = await this.secrets.resolve(secret, access.sources);
      if (value !== null) values.push(value);
    }
    for (const connection of [...access.connections.entries, ...access.endedConnections.entries]) {
      const stored = await this.tokens
        .valuesOf(connection)
        .catch((err: unknown) => this.unread(err, connection.id));
      for (const [field, value] of Object.entries(stored ?? {}))
        if (SECRET_FIELD.test(field)) values.push(value);
    }
    const mask = await READING.read(scope.organizationId, CredentialMask.making(values));
    this.recent.set(agentId, mask);
    return mask;
  }

  /** What cannot be opened was not injected. */
  private unread(err: unknown, connectionId: string): null {
    this.log.warn({ err, connectionId }, 'credentials of an account could not be read');
    return null;
  }
}
