import { Field } from '../../../../kernel/http/fields/fields.js';

const MAX_ID = 100;
const MAX_PATH = 1_024;
const MAX_PAGE = 1_000;
const MAX_PER_PAGE = 100;
const MAX_SEARCH = 400;
/** Of the ids as text: 200 of 128 characters, and what is between them. */
const MAX_IDS_TEXT = 32_768;
const KINDS = ['folder', 'sharedDrive'] as const;

class BrowsedConnectionQuery {
  @Field.string({ minLength: 1, maxLength: MAX_ID, description: 'A connection of the app.' })
  connectionId: string;
}

export class DropboxFoldersQuery extends BrowsedConnectionQuery {
  @Field.string({ optional: true, maxLength: MAX_PATH, description: 'Default `/`, the root folder.' })
  path?: string;
}

export class DriveFoldersQuery extends BrowsedConnectionQuery {
  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_ID + 28,
    description: 'Default: the top level.',
  })
  parentId?: string;
}

export class DriveFolderNamesQuery extends BrowsedConnectionQuery {
  @Field.string({
    optional: true,
    maxLength: MAX_IDS_TEXT,
    description: 'At most 200 different ids, separated by commas.',
  })
  ids?: string;
}

export class RepositoriesQuery extends BrowsedConnectionQuery {
  @Field.integer({ optional: true, fromText: true, min: 1, max: MAX_PAGE, default: 1 }) page?: number;
  @Field.integer({ optional: true, fromText: true, min: 1, max: MAX_PER_PAGE, default: MAX_PER_PAGE })
  perPage?: number;
  @Field.string({
    optional: true,
    maxLength: MAX_SEARCH,
    description: 'Part of the name, case-insensitive.',
  })
  q?: string;
}

export class DropboxFolderResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() pathLower: string;
  @Field.string() pathDisplay: string;
}

export class DriveFolderResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.oneOf(KINDS) kind: (typeof KINDS)[number];
  @Field.integer({ nullable: true, description: 'Null: unknown.' }) subfolderCount: number | null;
  @Field.integer({ nullable: true, description: 'Null: unknown.' }) fileCount: number | null;
  @Field.boolean({ description: 'True if there are more subfolders than were counted.' })
  countCapped: boolean;
}

export class RepositoryResponse {
  @Field.string({ description: '`owner/name`.' }) fullName: string;
  @Field.boolean() private: boolean;
  @Field.string() defaultBranch: string;
}

export class RepositoriesResponse {
  @Field.list(RepositoryResponse) repositories: RepositoryResponse[];
  @Field.integer({ description: 'All matches among the first 1000 repositories.' }) total: number;
  @Field.integer() page: number;
  @Field.integer() perPage: number;
}
