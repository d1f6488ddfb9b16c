import { Field } from '../../../../kernel/http/fields/fields.js';

const STATUSES = ['pending', 'bound', 'failed'] as const;

export class AttachmentResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() mimeType: string;
  @Field.integer() sizeBytes: number;
  @Field.oneOf(STATUSES, {
    description: 'Uploaded, sent with a turn, or a file that could not be downloaded.',
  })
  status: (typeof STATUSES)[number];
}

export class UploadAttachmentQuery {
  @Field.string({ minLength: 1, maxLength: 255 }) name: string;
}
