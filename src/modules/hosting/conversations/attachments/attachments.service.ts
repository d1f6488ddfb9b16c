import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { mediaTypeOf, safeFileName } from '../../../../domain/agents/conversations/attachment-name.js';
import { Database, type Queryable, type Tx } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { Turns } from '../../../../kernel/scheduling/turns.js';
import { conversationErrors } from '../records/conversation.errors.js';
import { MAX_PENDING_ATTACHMENTS } from '../records/conversation-rules.js';
import { ConversationStore, type ConversationViewer } from '../records/conversation-store.js';
import type { AttachmentResponse } from '../dto/attachment.dto.js';
import { AttachmentStore } from './attachment-store.js';
import { type AttachmentRow, attachmentView } from './attachment.view.js';
import { receiveFile, refuseTooLarge } from './received-file.js';
import { StoredBytes } from '../../../foundation/limits/stored-bytes.js';

/** Files that one person may be sending at once: each is held until it is whole. */
const UPLOADS_EACH = 2;
/** And one organization, of however many people (R62). */
const UPLOADS_OF_ORGANIZATION = 8;
/** From so many on each person has one. */
const PLENTY = 8;

/** Files of a conversation (04 §2.3). */
@Injectable()
export class AttachmentsService {
  private readonly ofOrganizations = new Turns(UPLOADS_OF_ORGANIZATION);
  private readonly uploads = new Turns(UPLOADS_EACH, PLENTY);

  constructor(
    private readonly db: Database,
    private readonly conversations: ConversationStore,
    private readonly store: AttachmentStore,
    private readonly stored: StoredBytes,
  ) {}

  /** Nothing of the body is read before it is known that it may come. */
  async upload(
    viewer: ConversationViewer,
    conversationId: string,
    name: string,
    request: IncomingMessage,
  ): Promise<AttachmentResponse> {
    const { id } = await this.conversations.get(this.db, viewer, conversationId);
    refuseTooLarge(request);
    await this.requireRoom(this.db, id);
    const announced = Number(request.headers['content-length'] ?? 0);
    await this.db.tx((tx) => this.requireStorage(tx, viewer, announced));
    const store = async (): Promise<AttachmentRow> => {
      const bytes = await receiveFile(request);
      return this.db.tx(async (tx) => {
        await this.conversations.lock(tx, id);
        await this.conversations.get(tx, viewer, id);
        await this.requireRoom(tx, id);
        await this.requireStorage(tx, viewer, bytes.length);
        const mimeType = mediaTypeOf(request.headers['content-type']);
        const { userId } = viewer;
        return this.store.insert(tx, {
          conversationId: id,
          userId,
          name: safeFileName(name),
          mimeType,
          bytes,
        });
      });
    };
    const gone = (): boolean => request.destroyed;
    const inTurn = () => this.ofOrganizations.run(viewer.organizationId, store, gone);
    return attachmentView(await this.uploads.run(viewer.userId, inTurn, gone));
  }

  async download(
    viewer: ConversationViewer,
    conversationId: string,
    attachmentId: string,
  ): Promise<AttachmentRow & { bytes: Readable }> {
    const { id } = await this.conversations.get(this.db, viewer, conversationId);
    const found = await this.store.find(this.db, id, attachmentId);
    if (found === null) throw new AppError(conversationErrors.attachment_not_found);
    return { ...found, bytes: this.store.bytesOf(found.id, found.sizeBytes) };
  }

  private async requireStorage(
    tx: Tx,
    { organizationId, workspaceId }: ConversationViewer,
    bytes: number,
  ): Promise<void> {
    await this.stored.requirePendingRoom(tx, workspaceId, bytes);
    await this.stored.requireRoom(tx, organizationId, bytes);
  }

  private async requireRoom(q: Queryable, conversationId: string): Promise<void> {
    if ((await this.store.pendingIn(q, conversationId)) >= MAX_PENDING_ATTACHMENTS)
      throw new AppError(conversationErrors.too_many_pending_attachments);
  }
}
