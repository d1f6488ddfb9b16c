import { redactedBody } from './redacted-body.js';
import { decodedSegment, Details } from './shown-text.js';
import { JsonFields } from './json-fields.js';
import type { ApprovalSummary, SummarizedRequest } from './summary.js';

/** What an action may look at. */
export interface ActionContext {
  request: SummarizedRequest;
  /** Values of the `*` of the path, decoded. */
  ids: readonly string[];
  /** The whole body as an object; null when it was cut or is none. */
  json: JsonFields | null;
  details: Details;
}

/** `POST /calendars/*` with the words for it; `describe` adds details. */
export type PathAction = readonly [
  methodAndPath: string,
  action: string,
  describe?: (context: ActionContext) => void,
];

/** The first action whose method and path are those of the request, below `base`; null for none. */
export function matchAction(
  actions: readonly PathAction[],
  request: SummarizedRequest,
  base: readonly string[],
): ApprovalSummary | null {
  for (const [methodAndPath, action, describe] of actions) {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const ids = method === request.method ? idsIn(path.split('/').slice(1), base) : null;
    if (ids === null) continue;
    const details = new Details();
    const json = JsonFields.of(request.body);
    describe?.({ request, ids, json, details });
    // What could not be read as the app would is shown as it is.
    if (json === null && request.body !== null && request.body.bytes.length > 0) {
      details.add('Body', redactedBody(request.body, request.contentType), Number.MAX_SAFE_INTEGER);
    }
    return { action, details: details.list };
  }
  return null;
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

/** A query parameter of the request; all of them, because servers take the first or the last. */
export function parameter(request: SummarizedRequest, name: string): string | undefined {
  const values = new URLSearchParams(request.query ?? '').getAll(name);
  return values.length > 0 ? values.join(' | ') : undefined;
}
