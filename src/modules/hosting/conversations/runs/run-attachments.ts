import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AttachmentStore } from '../attachments/attachment-store.js';

export interface SentFile {
  id: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: Buffer;
}

const FILE = 'a.id, a.name, a.mime_type AS "mimeType", a.size_bytes AS "sizeBytes", a.sha256';

/** Files that were sent with a turn, for whoever runs it (04 §9.2, §9.3). */
@Injectable()
export class RunAttachments {
  constructor(
    private readonly db: Database,
    private readonly store: AttachmentStore,
  ) {}

  /** In the order uploaded. */
  of(turnId: string): Promise<SentFile[]> {
    return this.db.query<SentFile>(
      `SELECT ${FILE} FROM conversation_attachments a WHERE a.turn_id = $1 AND a.status = 'bound'
       ORDER BY a.created_at, a.id`,
      [turnId],
    );
  }

  bytesOf({ id, sizeBytes }: SentFile): Readable {
    return this.store.bytesOf(id, sizeBytes);
  }

  /** Null unless it was sent to an agent that is placed at this runner. */
  async read(runnerId: string, id: string): Promise<(SentFile & { bytes: Readable }) | null> {
    if (!isUuid(id)) return null;
    const [file] = await this.db.query<SentFile>(
      `SELECT ${FILE} FROM conversation_attachments a
       JOIN conversations c ON c.id = a.conversation_id
       JOIN agent_placements p ON p.agent_id = c.agent_id
       WHERE a.id = $2 AND a.status = 'bound' AND p.runner_id = $1`,
      [runnerId, id],
    );
    return file === undefined ? null : { ...file, bytes: this.bytesOf(file) };
  }

  /** Null unless it was sent with a turn of this conversation. */
  async readSent(conversationId: string, id: string): Promise<(SentFile & { bytes: Readable }) | null> {
    if (!isUuid(id)) return null;
    const [file] = await this.db.query<SentFile>(
      `SELECT ${FILE} FROM conversation_attachments a
       WHERE a.id = $2 AND a.conversation_id = $1 AND a.status = 'bound'`,
      [conversationId, id],
    );
    return file === undefined ? null : { ...file, bytes: this.store.bytesOf(file.id, file.sizeBytes) };
  }
}
