import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { endsCredential } from '../slack/slack-faults.js';

/** Whether providers take the tokens of presences (04 §6): `active` and `needs_attention` follow from it. */
@Injectable()
export class ChannelAppHealth {
  private readonly logger = new Logger(ChannelAppHealth.name);

  constructor(private readonly db: Database) {}

  /** False when there is no such presence at work. */
  async report(presenceId: string, healthy: boolean, reason: string | null = null): Promise<boolean> {
    const status = healthy ? 'active' : 'needs_attention';
    const [row] = await this.db.query<{ changed: boolean }>(
      `UPDATE channel_presences p SET status = $2, status_reason = $3,
         updated_at = CASE WHEN p.status = $2 THEN p.updated_at ELSE now() END
       FROM (SELECT id, status FROM channel_presences WHERE id = $1 FOR UPDATE) AS before
       WHERE p.id = before.id AND p.agent_id IS NOT NULL AND p.status IN ('active', 'needs_attention')
       RETURNING before.status <> p.status AS changed`,
      [presenceId, status, healthy ? null : reason],
    );
    if (row?.changed)
      this.logger.warn({ presenceId, status, reason }, "health of a Slack app's tokens changed");
    return row !== undefined;
  }

  /** What a call by the presence's token failed with; faults that say nothing of the token change nothing. */
  async failed(presenceId: string, error: unknown): Promise<void> {
    if (endsCredential(error)) await this.report(presenceId, false, error.code);
  }
}
