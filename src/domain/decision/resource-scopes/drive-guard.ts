/**
 * What a request to Google Drive is about under a folder scope (03 §13.5), as far as the request itself tells; where an
 * item lies only Drive knows (`drive-tree.ts`). Whatever is not in the table is refused.
 */
import { overridesIn } from '../matching/method-parameters.js';
import { foldersOfSearch } from './drive-query.js';
import { metadataOf } from './first-part.js';
import {
  answered,
  GuardedFields,
  type GuardedBody,
  type GuardedRequest,
  objectIn,
  type Outside,
  type Question,
} from './guarded-request.js';
import { QueryParameters } from './query-parameters.js';

/** What has to lie in the folders for the request to pass. */
export interface DriveNeeds {
  readonly items: readonly string[];
  /** Shared drives that have to be the first of a chain. */
  readonly drives: readonly string[];
  /** The upload session that has to be one the gateway let begin; null for every other request. */
  readonly session: UploadSession | null;
}

/** As the address of the session says it. */
export interface UploadSession {
  readonly uploadId: string;
  readonly proof: string;
}

export type DriveAnswer = Outside | DriveNeeds;

export const DRIVE_HOST = 'www.googleapis.com';
/** What the gateway adds to the address of an upload session that it let begin. */
export const SESSION_PROOF = 'gateway_session';

const FILES =
  /^\/(upload\/)?drive\/v3\/files(?:\/([A-Za-z0-9_-]{1,128})((?:\/[A-Za-z0-9_=~-]{1,256}){0,8}))?$/;
const DRIVE = /^\/drive\/v3\/drives\/([A-Za-z0-9_-]{1,128})$/;
const ID = /^[A-Za-z0-9_-]{1,128}$/;
/** Names that stand for folders of their own, or for operations, in the place of an id. */
const NO_IDS: ReadonlySet<string> = new Set([
  'root',
  'appdatafolder',
  'trash',
  'generateids',
  'generatecseToken'.toLowerCase(),
]);
const MAX_ITEMS = 100;
const NO_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

export function guardDrive(request: GuardedRequest): Question<DriveAnswer> {
  const { method, host, path, canonicalPath } = request;
  const fields = new GuardedFields(request.headers);
  const query = QueryParameters.read(request.query ?? '');
  if (host !== DRIVE_HOST || path !== canonicalPath) return refusing('The path has more than one reading');
  if (query === null) return refusing('The query has more than one reading');
  const form = formFault(request, fields, query);
  if (form !== null) return refusing(form);
  if (path === '/drive/v3/about' && method === 'GET') return needing([]);
  const drive = DRIVE.exec(path)?.[1];
  if (drive !== undefined && method === 'GET') return answered({ items: [], drives: [drive], session: null });
  const [known, upload, id, below = ''] = FILES.exec(path) ?? [];
  if (known === undefined) return refusing(`${path.slice(0, 200)} is nothing that folders can limit`);
  if (upload !== undefined) return guardUpload({ request, fields, query }, id, below);
  if (id === undefined) return guardFiles({ request, fields, query });
  if (id === 'generateIds' && method === 'GET' && below === '') return needing([]);
  return guardItem({ request, fields, query }, id, below);
}

interface Read {
  readonly request: GuardedRequest;
  readonly fields: GuardedFields;
  readonly query: QueryParameters;
}

function formFault(
  { method, query, hasBody }: GuardedRequest,
  fields: GuardedFields,
  { folded }: QueryParameters,
): string | null {
  if (fields.overridesMethod || overridesIn(folded).length > 0) return 'The method cannot be overridden';
  if (hasBody && NO_BODY.has(method)) return `A ${method} with a body is not accepted`;
  // Another protocol of uploads, whose commands stand in fields.
  if (fields.hasPrefix('x-goog-upload-')) return 'X-Goog-Upload fields are not accepted';
  return query !== null && query.length > LONGEST_QUERY ? 'The query is too long' : null;
}

const LONGEST_QUERY = 32_768;

/** The list, and new files without content. */
function guardFiles({ request: { method }, fields, query }: Read): Question<DriveAnswer> {
  if (method === 'POST') return { reads: 'body', answer: (body) => parentsIn(objectIn(body, fields)) };
  if (method !== 'GET') return refusing(`${method} is not a method of files`);
  const q = query.only('q');
  const folders = q === null ? null : foldersOfSearch(q);
  if (folders === null)
    return refusing("A list needs a q with '{folder id}' in parents, joined to other terms by and");
  return needing(folders);
}

function guardItem(
  { request: { method }, fields, query }: Read,
  id: string,
  below: string,
): Question<DriveAnswer> {
  const added = query.list('addParents');
  if (added === null) return refusing('addParents has more than one reading');
  const items = [id, ...added];
  if (below !== '/copy') return needing(items);
  if (method !== 'POST') return refusing(`${method} is not a method of a copy`);
  return {
    reads: 'body',
    answer: (body) => {
      const parents = parentsIn(objectIn(body, fields));
      return 'detail' in parents ? parents : needs([...items, ...parents.items]);
    },
  };
}

function guardUpload(
  { request: { method }, fields, query }: Read,
  id: string | undefined,
  below: string,
): Question<DriveAnswer> {
  if (below !== '') return refusing('There is nothing to upload to below a file');
  const added = query.list('addParents');
  if (added === null) return refusing('addParents has more than one reading');
  const items = [...(id === undefined ? [] : [id]), ...added];
  if (query.has('upload_id')) return method === 'PUT' ? continued(query, items) : refusing(NO_METHOD(method));
  if (id !== undefined)
    return method === 'PUT' || method === 'PATCH' ? needing(items) : refusing(NO_METHOD(method));
  if (method !== 'POST') return refusing(NO_METHOD(method));
  switch (query.only('uploadType')) {
    case 'multipart':
      return { reads: 'body', answer: (body) => parentsIn(metadataIn(body, fields)) };
    case 'resumable':
      return { reads: 'body', answer: (body) => parentsIn(objectIn(body, fields)) };
    default:
      return refusing('An upload needs metadata that says its parents: uploadType multipart or resumable');
  }
}

const NO_METHOD = (method: string): string => `${method} is not a method of this upload`;

/** The session was judged when it began, if it began here. */
function continued(query: QueryParameters, items: readonly string[]): Question<DriveAnswer> {
  const [uploadId, proof] = [query.only('upload_id'), query.only(SESSION_PROOF)];
  if (uploadId === null || proof === null)
    return refusing('The upload session was not begun through the gateway');
  const needed = needs(items);
  return answered('detail' in needed ? needed : { ...needed, session: { uploadId, proof } });
}

function metadataIn({ bytes }: GuardedBody, fields: GuardedFields): Readonly<Record<string, unknown>> | null {
  return fields.isEncoded ? null : metadataOf(bytes.toString('latin1'), fields.all('content-type'));
}

/** Where a new file goes; without parents it would go to the root. */
function parentsIn(metadata: Readonly<Record<string, unknown>> | null): DriveAnswer {
  if (metadata === null) return { detail: 'The metadata cannot be read as one JSON object' };
  const { parents } = metadata;
  if (!Array.isArray(parents) || parents.length === 0) return { detail: 'The metadata has no parents' };
  return needs(parents);
}

function needing(ids: readonly unknown[]): Question<DriveAnswer> {
  return answered(needs(ids));
}

function needs(ids: readonly unknown[]): DriveAnswer {
  const items = [...new Set(ids)];
  if (items.length > MAX_ITEMS)
    return { detail: `More than ${MAX_ITEMS} items are too many for one request` };
  if (!items.every(isItemId)) return { detail: 'An item is not named by its id' };
  return { items, drives: [], session: null };
}

function isItemId(id: unknown): id is string {
  return typeof id === 'string' && ID.test(id) && !NO_IDS.has(id.toLowerCase());
}

function refusing(detail: string): Question<DriveAnswer> {
  return answered({ detail });
}
