import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { originOf } from '../../foundation/audit/model/audit-origin.js';
import { agentAudit } from './agent.audit.js';
import { AgentStore } from './records/agent-store.js';
import { type ImageType, sniffImageType } from './image-type.js';
import { agentErrors } from './records/agent.errors.js';

export interface AgentImage {
  contentType: ImageType;
  bytes: Buffer;
}

const KEY_BYTES = 16;
const IMAGE = { fields: ['image'] };
const KEY = /^[0-9a-f]{32}$/;

/**
 * Avatars of agents (02 §2.3). Whoever knows the URL may see the image: it is shown where no credential can be
 * sent. Each upload makes a new key, so that a URL never changes what it shows and the old one is dead.
 */
@Injectable()
export class AgentImages {
  constructor(
    private readonly db: Database,
    private readonly store: AgentStore,
  ) {}

  /** Replaces the agent's image; returns its key. What the bytes alone show is refused first (R19). */
  async set(caller: WorkspaceCaller, agentId: string, bytes: Buffer): Promise<string> {
    if (bytes.length === 0) throw invalidRequest('The image is empty');
    const contentType = sniffImageType(bytes);
    if (contentType === null) throw invalidRequest('The image must be a PNG, JPEG, WebP or GIF');
    const key = randomBytes(KEY_BYTES).toString('hex');
    await this.db.tx(async (tx) => {
      const agent = await this.store.lock(tx, caller, agentId);
      await tx.query(
        `INSERT INTO agent_images (agent_id, image_key, content_type, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (agent_id) DO UPDATE SET image_key = excluded.image_key,
           content_type = excluded.content_type, bytes = excluded.bytes, updated_at = now()`,
        [agent.id, key, contentType, bytes],
      );
      await agentAudit.record(tx, originOf(caller), 'update', { agentId: agent.id, ...IMAGE });
    });
    return key;
  }

  /** Removing what is not there is a success too; only the agent must exist. */
  async remove(caller: WorkspaceCaller, agentId: string): Promise<void> {
    await this.db.tx(async (tx) => {
      const agent = await this.store.lock(tx, caller, agentId);
      if (agent.imageKey === null) return;
      await tx.query('DELETE FROM agent_images WHERE agent_id = $1', [agent.id]);
      await agentAudit.record(tx, originOf(caller), 'update', { agentId: agent.id, ...IMAGE });
    });
  }

  /** Without a tenant, because the URL is public; `404` unless both id and key are the current ones. */
  async get(agentId: string, imageKey: string): Promise<AgentImage> {
    const wellFormed = isUuid(agentId) && KEY.test(imageKey);
    const [image] = wellFormed
      ? await this.db.query<AgentImage>(
          `SELECT content_type AS "contentType", bytes FROM agent_images WHERE agent_id = $1 AND image_key = $2`,
          [agentId, imageKey],
        )
      : [];
    if (!image) throw new AppError(agentErrors.agent_image_not_found);
    return image;
  }
}
