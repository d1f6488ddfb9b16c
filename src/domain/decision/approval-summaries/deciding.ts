import { formFields } from '../../protocols/bodies/form-fields.js';
import { mediaClaims } from '../../protocols/bodies/media-claims.js';
import { formDecoded } from '../../protocols/bodies/text-readings.js';
import { METHOD_OVERRIDE_HEADERS } from '../matching/methods.js';
import { COPY_SOURCE_FIELD, PATH_OVERRIDE_FIELDS } from '../matching/named-paths.js';
import { readableForm } from './content/form-text.js';
import { BODY_LENGTH, Details } from './content/shown-text.js';
import type { SummarizedRequest } from './content/summary.js';

/**
 * Header fields that decide what a server does with a request besides its method, path and body: methods and paths
 * that override the request's own, the operation of an API with one path, what is copied from where, for whom and to
 * whom something is opened. Lower case; a person sees each one that is there (06 §15.2, R55).
 */
export const DECIDING_FIELDS: readonly string[] = [
  ...METHOD_OVERRIDE_HEADERS,
  ...PATH_OVERRIDE_FIELDS,
  'x-amz-target',
  COPY_SOURCE_FIELD,
  'x-amz-rename-source',
  'x-amz-acl',
  'x-amz-grant-read',
  'x-amz-grant-write',
  'x-amz-grant-read-acp',
  'x-amz-grant-write-acp',
  'x-amz-grant-full-control',
  'x-amz-bypass-governance-retention',
  'x-amz-website-redirect-location',
  'x-goog-copy-source',
  'x-goog-acl',
  'x-ms-copy-source',
  'x-ms-rename-source',
  'x-ms-delete-snapshots',
  'x-ms-blob-public-access',
  'soapaction',
  'dropbox-api-arg',
  'dropbox-api-path-root',
  'dropbox-api-select-user',
  'dropbox-api-select-admin',
  'stripe-account',
  'sudo',
  'impersonate-user',
  'impersonate-group',
  'destination',
  'overwrite',
];

const DECODER = new TextDecoder();

/** The query, and everything else that decides what happens, in words of the request. */
export function decidingDetails(request: SummarizedRequest): Details {
  const { query, otherMethods = [], decidingFields = [] } = request;
  const details = new Details();
  if (query !== null) details.add('Query', readableForm(query, details), BODY_LENGTH);
  const byName = new Map<string, string[]>();
  for (const [name, value] of decidingFields) byName.set(name, [...(byName.get(name) ?? []), value]);
  for (const [name, values] of byName) {
    if (values.length > 1) details.incomplete('repeated_names');
    details.add(name, values.join(' | '), BODY_LENGTH);
  }
  const actions = actionsOf(request);
  if (actions.length > 1) details.incomplete('repeated_names');
  return details.addList('Action', actions).addNames('Asks to be treated as', otherMethods);
}

/** `Action` of AWS's query APIs, which stands in the query or in a form. */
function actionsOf({ query, contentType, body }: SummarizedRequest): string[] {
  const places = query === null ? [] : [query];
  const isForm = contentType !== null && mediaClaims([contentType]).kinds.has('form');
  if (isForm && body !== null) places.push(DECODER.decode(body.bytes));
  return places
    .flatMap(formFields)
    .filter(({ name, raw }) => name === 'action' && raw.includes('='))
    .map(({ raw }) => formDecoded(raw.slice(raw.indexOf('=') + 1)));
}
