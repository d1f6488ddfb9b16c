import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database, type Queryable, type Tx } from '../../../../kernel/database/database.js';
import { selection } from '../../../../kernel/database/statements/entity-columns.js';
import { Prepared } from '../../../../kernel/database/statements/prepared-run.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AttachmentEntity } from './attachment.entity.js';
import { type AttachmentRow, SHOWN_ATTACHMENT_FIELDS } from './attachment.view.js';

const SHOWN = selection(AttachmentEntity, SHOWN_ATTACHMENT_FIELDS);
/** What a slow download holds, instead of the file. */
const SLICE_BYTES = 262_144;
const SLICE = new Prepared(
  'SELECT substring(content FROM $2::integer FOR $3::integer) AS bytes FROM conversation_attachments WHERE id = $1',
);

export interface NewAttachment {
  conversationId: string;
  userId: string;
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** A file that came with the message itself, or why it did not. */
export interface SentAlong {
  conversationId: string;
  turnId: string;
  userId: string;
  name: string;
  mimeType: string;
  content: Buffer | { failure: string; sizeBytes: number };
}

/** The rows of `conversation_attachments`. */
@Injectable()
export class AttachmentStore {
  constructor(private readonly db: Database) {}

  async insert(
    tx: Tx,
    { conversationId, userId, name, mimeType, bytes }: NewAttachment,
  ): Promise<AttachmentRow> {
    const [row] = await tx.query<AttachmentRow>(
      `INSERT INTO conversation_attachments (conversation_id, user_id, status, name, mime_type, size_bytes, sha256, content)
       VALUES ($1, $2, 'pending', $3, $4, $5, sha256($6), $6) RETURNING ${SHOWN}`,
      [conversationId, userId, name, mimeType, bytes.length, bytes],
    );
    return row!;
  }

  async insertSent(
    tx: Tx,
    { conversationId, turnId, userId, name, mimeType, content }: SentAlong,
  ): Promise<void> {
    const values = [conversationId, turnId, userId, name, mimeType];
    if (Buffer.isBuffer(content)) {
      await tx.query(
        `INSERT INTO conversation_attachments
           (conversation_id, turn_id, user_id, name, mime_type, status, size_bytes, sha256, content)
         VALUES ($1, $2, $3, $4, $5, 'bound', $6, sha256($7), $7)`,
        [...values, content.length, content],
      );
    } else {
      await tx.query(
        `INSERT INTO conversation_attachments
           (conversation_id, turn_id, user_id, name, mime_type, status, size_bytes, failure)
         VALUES ($1, $2, $3, $4, $5, 'failed', $6, $7)`,
        [...values, content.sizeBytes, content.failure],
      );
    }
  }

  async pendingIn(q: Queryable, conversationId: string): Promise<number> {
    const [row] = await q.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM conversation_attachments WHERE conversation_id = $1 AND status = 'pending'`,
      [conversationId],
    );
    return row!.count;
  }

  /** One that has bytes, in its conversation. */
  async find(q: Queryable, conversationId: string, id: string): Promise<AttachmentRow | null> {
    if (!isUuid(id)) return null;
    const [row] = await q.query<AttachmentRow>(
      `SELECT ${SHOWN} FROM conversation_attachments WHERE conversation_id = $1 AND id = $2 AND status <> 'failed'`,
      [conversationId, id],
    );
    return row ?? null;
  }

  /** Sends what this person uploaded here with the turn; answers how many of them there were. */
  async bind(
    tx: Tx,
    { conversationId, turnId, userId }: { conversationId: string; turnId: string; userId: string },
    ids: readonly string[],
  ): Promise<number> {
    const bound = await tx.query(
      `UPDATE conversation_attachments SET status = 'bound', turn_id = $3
       WHERE id = ANY ($1) AND conversation_id = $2 AND user_id = $4 AND status = 'pending' RETURNING 1`,
      [ids, conversationId, turnId, userId],
    );
    return bound.length;
  }

  async firstNameOf(tx: Tx, turnId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ name: string }>(
      'SELECT name FROM conversation_attachments WHERE turn_id = $1 ORDER BY created_at, id LIMIT 1',
      [turnId],
    );
    return row?.name;
  }

  /** In slices: what is held does not grow with the file or the number of those who download. */
  bytesOf(id: string, size: number): Readable {
    const { db } = this;
    async function* slices(): AsyncGenerator<Buffer, void, void> {
      for (let from = 1; from <= size; from += SLICE_BYTES) {
        const [row] = await db.query<{ bytes: Buffer }>(SLICE, [id, from, SLICE_BYTES]);
        if (row === undefined) throw new Error('The file was deleted while it was read');
        yield row.bytes;
      }
    }
    return Readable.from(slices(), { objectMode: false });
  }

  /** Unsent files of yesterday (04 §2.3). Answers how many went. */
  async deleteStale(limit: number): Promise<number> {
    const gone = await this.db.query(
      `DELETE FROM conversation_attachments WHERE id IN (
         SELECT id FROM conversation_attachments
         WHERE status = 'pending' AND created_at < now() - interval '24 hours' LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING 1`,
      [limit],
    );
    return gone.length;
  }
}
