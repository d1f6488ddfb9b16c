import type { AttachmentResponse } from '../dto/attachment.dto.js';
import type { AttachmentEntity } from './attachment.entity.js';

export const SHOWN_ATTACHMENT_FIELDS = [
  'id',
  'name',
  'mimeType',
  'sizeBytes',
  'status',
] as const satisfies (keyof AttachmentEntity)[];

export type AttachmentRow = Pick<AttachmentEntity, (typeof SHOWN_ATTACHMENT_FIELDS)[number]>;

export function attachmentView({ id, name, mimeType, sizeBytes, status }: AttachmentRow): AttachmentResponse {
  return { id, name, mimeType, sizeBytes, status };
}
