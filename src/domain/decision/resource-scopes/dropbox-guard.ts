/** Which requests to Dropbox pass under a folder scope (03 §13.4). Whatever is not in the table is refused. */

import { objectOr, strictObject } from '../../protocols/bodies/strict-json.js';
import { type ResourceScope, entriesOutside } from './effective-scope.js';
import {
  answered,
  GuardedFields,
  type GuardedRequest,
  objectIn,
  type Outside,
  type Question,
} from './guarded-request.js';

/** More than Dropbox takes. */
const LONGEST_PATH = 4_096;

type Arguments = Readonly<Record<string, unknown>>;

interface Operation {
  readonly arguments: 'body' | 'header' | 'none';
  /** Where the paths stand; each of them has to be inside. */
  readonly paths: (args: Arguments) => readonly unknown[];
  /** Arguments that lead elsewhere than the paths: a link of somebody's, a revision of another file. */
  readonly without?: readonly string[];
  /** Goes on with a list that began under the same scope: `only` by its cursor, or by a path as well. */
  readonly cursor?: 'only' | 'too';
  /** Without it the list is of more than the path. */
  readonly directOnly?: boolean;
}

/** Whether a cursor was made for the same agent, account and folders (R58). */
export type KnownCursor = (cursor: string) => boolean;

const API = 'api.dropboxapi.com';
const CONTENT = 'content.dropboxapi.com';
const ARGUMENTS = 'dropbox-api-arg';

const ownPath = ({ path }: Arguments): readonly unknown[] => [path];
const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ...operations(API, '/2/files/', 'list_folder list_folder/get_latest_cursor', {
    arguments: 'body',
    paths: ownPath,
    without: ['shared_link'],
  }),
  ...operations(
    API,
    '/2/files/',
    'get_metadata create_folder create_folder_v2 delete delete_v2 permanently_delete get_temporary_link ' +
      'list_revisions restore search',
    { arguments: 'body', paths: ownPath },
  ),
  ...operations(API, '/2/sharing/', 'create_shared_link_with_settings', {
    arguments: 'body',
    paths: ownPath,
  }),
  ...operations(API, '/2/sharing/', 'list_shared_links', {
    arguments: 'body',
    paths: ownPath,
    directOnly: true,
    cursor: 'too',
  }),
  ...operations(API, '/2/files/', 'list_folder/continue', {
    arguments: 'body',
    paths: () => [],
    cursor: 'only',
  }),
  ...operations(API, '/2/files/', 'search_v2', {
    arguments: 'body',
    paths: ({ options }) => [objectOr(options)?.['path']],
  }),
  ...operations(API, '/2/files/', 'move move_v2 copy copy_v2', {
    arguments: 'body',
    paths: (args) => [args['from_path'], args['to_path']],
  }),
  ...operations(CONTENT, '/2/files/', 'upload download download_zip get_preview get_thumbnail', {
    arguments: 'header',
    paths: ownPath,
    without: ['rev'],
  }),
  ...operations(CONTENT, '/2/files/', 'get_thumbnail_v2', {
    arguments: 'header',
    paths: ({ path, resource }) =>
      resource === undefined ? [path] : [path ?? pathOf(resource), pathOf(resource)],
    without: ['rev'],
  }),
  ...operations(CONTENT, '/2/files/', 'upload_session/finish', {
    arguments: 'header',
    paths: ({ commit }) => [objectOr(commit)?.['path']],
  }),
  ...operations(
    API,
    '/2/',
    'users/get_current_account users/get_account users/get_account_batch users/get_space_usage check/user',
    { arguments: 'none', paths: () => [] },
  ),
  ...operations(CONTENT, '/2/files/', 'upload_session/start upload_session/append upload_session/append_v2', {
    arguments: 'none',
    paths: () => [],
  }),
]);

/** Of a file that is named by its path and not by a link. */
function pathOf(resource: unknown): unknown {
  const named = objectOr(resource);
  return named?.['.tag'] === 'path' ? named['path'] : undefined;
}

function operations(
  host: string,
  prefix: string,
  names: string,
  operation: Operation,
): [string, Operation][] {
  return names.split(' ').map((name) => [`${host}${prefix}${name}`, operation]);
}

/** Null lets the request pass. */
export function guardDropbox(
  request: GuardedRequest,
  scope: ResourceScope,
  knows: KnownCursor = () => false,
): Question<Outside | null> {
  const { host, path, query } = request;
  const operation = OPERATIONS.get(host + path);
  if (operation === undefined) return refusing(`${path} of ${host} is no operation that folders can limit`);
  const fields = new GuardedFields(request.headers);
  const form = formFault(request, operation, fields);
  if (form !== null) return refusing(form);
  // Arguments in the query would be read in place of those in the field.
  if (query !== null && query !== '') return refusing('Arguments in the query are not read');
  if (operation.arguments === 'none') return answered(null);
  if (operation.arguments === 'header') {
    const [text, ...others] = fields.all(ARGUMENTS);
    const plain = text !== undefined && others.length === 0 && /^[\x20-\x7e]*$/.test(text);
    return answered(judge(operation, plain ? strictObject(text) : null, scope));
  }
  return { reads: 'body', answer: (body) => judge(operation, objectIn(body, fields), scope, knows) };
}

function formFault({ method }: GuardedRequest, operation: Operation, fields: GuardedFields): string | null {
  if (method !== 'POST' && !(method === 'GET' && operation.arguments === 'header'))
    return `${method} is not a method of this operation`;
  if (fields.overridesMethod) return 'The method cannot be overridden';
  // They choose another root that paths begin at, or another member of a team.
  if (fields.hasPrefix('dropbox-api-', [ARGUMENTS]))
    return 'Dropbox-API fields other than Dropbox-API-Arg are not accepted';
  return null;
}

function judge(
  operation: Operation,
  args: Arguments | null,
  scope: ResourceScope,
  knows: KnownCursor = () => false,
): Outside | null {
  if (args === null) return { detail: 'The arguments cannot be read as one JSON object' };
  const astray = (operation.without ?? []).find((name) => args[name] != null);
  if (astray !== undefined) return { detail: `The argument ${astray} is not accepted` };
  if (operation.directOnly && args['direct_only'] !== true) return { detail: 'direct_only must be true' };
  const { cursor } = args;
  if (operation.cursor === 'only' && Object.keys(args).join() !== 'cursor')
    return { detail: 'The only argument is a cursor' };
  if (
    operation.cursor !== undefined &&
    cursor !== undefined &&
    !(typeof cursor === 'string' && knows(cursor))
  )
    return { detail: 'The cursor was not made here under the present folders' };
  const outside = operation.paths(args).filter((path) => !isInsideFolders(path, scope));
  if (outside.length === 0) return null;
  const [path] = outside;
  return {
    detail: typeof path === 'string' ? `${shown(path)} is not in an allowed folder` : 'There is no path',
  };
}

function refusing(detail: string): Question<Outside | null> {
  return answered({ detail });
}

/** Paths may be as long as a body. */
function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}

/**
 * Whether a path of Dropbox lies in the folders. References (`id:`, `rev:`, `ns:`) and the account's root do not, nor
 * what somebody between here and the disk could take for another path: dot segments, also those that Unicode
 * normalisation or dropping of invisible characters makes, and slashes of other kinds.
 */
export function isInsideFolders(path: unknown, scope: ResourceScope): boolean {
  if (typeof path !== 'string' || path.length > LONGEST_PATH || !path.isWellFormed()) return false;
  if (!path.startsWith('/')) return false;
  const segments = path.slice(1).split('/');
  if (segments.some((segment) => !isPlainSegment(segment))) return false;
  return entriesOutside({ axis: 'folders', entries: [path] }, scope).length === 0;
}

function isPlainSegment(segment: string): boolean {
  if (segment !== segment.trim()) return false;
  const seen = segment.normalize('NFKC').replace(/[\p{C}\p{Z}]/gu, '');
  return seen !== '' && !/^\.+$/.test(seen) && !/[/\\]/.test(seen);
}
