import { Field } from '../../../../kernel/http/fields/fields.js';

/** What a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/;
const MAX_KEY = 500;
const MAX_URL = 2_000;

export class MigrateExportRequest {
  @Field.string({
    trim: true,
    minLength: 1,
    maxLength: MAX_KEY,
    pattern: TOKEN,
    description: 'Workspace key of the other deployment.',
  })
  cloudApiKey: string;

  @Field.string({
    optional: true,
    trim: true,
    minLength: 1,
    maxLength: MAX_URL,
    description: 'URL of the other deployment. Default: the first of MIGRATION_EXPORT_TARGETS.',
  })
  cloudUrl?: string;
}
