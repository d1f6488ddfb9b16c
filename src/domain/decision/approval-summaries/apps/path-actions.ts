import type { DescribedAction } from './described-action.js';
import { JsonFields, type FieldNameOptions } from '../content/json-fields.js';
import { addBody, addRest } from '../content/redacted-body.js';
import { decodedSegment, Details } from '../content/shown-text.js';
import type { SummarizedRequest } from '../content/summary.js';

/** What an action may look at. */
export interface ActionContext {
  request: SummarizedRequest;
  /** Values of the `*` of the path, decoded. */
  ids: readonly string[];
  /** The body as an object, as far as it goes; null when it is none. */
  json: JsonFields | null;
  details: Details;
}

/** `POST /calendars/*` with the words for it; `describe` adds details. */
export type PathAction = readonly [
  methodAndPath: string,
  action: string,
  describe?: (context: ActionContext) => void,
];

export interface ActionOptions extends FieldNameOptions {
  /** Whose it is; empty for the caller's own. */
  readonly mailbox?: string;
}

/** Describes a body that is no JSON; false where it is for the action's own reader. */
export type OtherReading = (action: string, request: SummarizedRequest, details: Details) => boolean;

/** The first action whose method and path are those of the request, below `base`; null for none. */
export function matchAction(
  actions: readonly PathAction[],
  request: SummarizedRequest,
  base: readonly string[],
  { mailbox, ...reading }: ActionOptions = {},
  otherwise: OtherReading = () => false,
): DescribedAction | null {
  for (const [methodAndPath, action, describe] of actions) {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const ids = method === request.method ? idsIn(path.split('/').slice(1), base) : null;
    if (ids === null) continue;
    const details = new Details().add('Mailbox', mailbox);
    if (otherwise(action, request, details)) {
      for (const id of ids) details.add('Of', id);
      return { action, details };
    }
    const json = JsonFields.of(request.body, reading);
    describe?.({ request, ids, json, details });
    if (json !== null) addRest(details, json);
    else if (request.body !== null && request.body.bytes.length > 0) {
      // What could not be read as the app would is shown as it is.
      details.incomplete('unreadable');
      addBody(details, request.body, request.contentType);
    }
    return { action, details };
  }
  return null;
}

/** Empty for the mailbox of the account itself, which goes without saying. */
export function mailboxOf(user: string | undefined): string {
  const mailbox = decodedSegment(user ?? '');
  return mailbox === 'me' ? '' : mailbox;
}

/** Non-empty segments of a path. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function idsIn(pattern: readonly string[], segments: readonly string[]): string[] | null {
  if (pattern.length !== segments.length) return null;
  const ids: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '*') ids.push(decodedSegment(segments[at]!));
    else if (pattern[at] !== segments[at]) return null;
  }
  return ids;
}

/** A query parameter of the request; all of them, because servers take the first or the last. Empty for none. */
export function parameter(request: SummarizedRequest, name: string): string {
  return new URLSearchParams(request.query ?? '').getAll(name).join(' | ');
}
