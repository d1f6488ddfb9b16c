import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { DeploymentKeys } from '../../../kernel/crypto/deployment-keys.js';
import { sha256 } from '../../../kernel/crypto/tokens.js';
import { Database } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { ConnectionFlowEntity } from './connection-flow.entity.js';
import { isOurs, newState, verifierOf } from './flow-state.js';

export const FLOW_SECONDS = 600;
const HOURLY = '41 * * * *';

/** A way through a provider, as it was when it began. */
export type ConnectionFlow = Omit<ConnectionFlowEntity, 'stateHash'>;

/** Ways through providers: ten minutes, one use, one provider; whichever replica gets the callback (03 §5.2.6). */
@Injectable()
export class ConnectionFlows implements OnModuleInit {
  private readonly key: Buffer;

  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    { oauthStateSecret }: Configuration,
    { encryptionKey }: DeploymentKeys,
  ) {
    this.key = createHmac('sha256', oauthStateSecret ?? encryptionKey)
      .update('oauth-state')
      .digest();
  }

  onModuleInit(): void {
    this.jobs.registerPeriodic('connecting.remove-expired', HOURLY, () => this.removeExpired());
  }

  /** The state, and what only its owner can show the provider afterwards. */
  begin(): { state: string; verifier: string } {
    const state = newState(this.key);
    return { state, verifier: verifierOf(state, this.key) };
  }

  async keep(state: string, flow: Omit<ConnectionFlow, 'expiresAt'>): Promise<void> {
    await this.db.repository(ConnectionFlowEntity).insert({
      ...flow,
      stateHash: sha256(state),
      expiresAt: () => `now() + interval '${FLOW_SECONDS} seconds'`,
    });
  }

  /** The flow, used up with this call; null when the state is not ours, over, used, or of another provider. */
  async take(state: string, provider: string): Promise<(ConnectionFlow & { verifier: string }) | null> {
    if (!isOurs(state, this.key)) return null;
    const [flow] = await this.db.query<ConnectionFlow>(
      `DELETE FROM connection_flows WHERE state_hash = $1 AND provider = $2 AND expires_at > now()
       RETURNING ${selection(ConnectionFlowEntity)}`,
      [sha256(state), provider],
    );
    return flow === undefined ? null : { ...flow, verifier: verifierOf(state, this.key) };
  }

  private async removeExpired(): Promise<void> {
    await this.db.query(`DELETE FROM connection_flows WHERE expires_at < now()`);
  }
}
