import { attributeName } from '../attribute-name.js';
import type { Filter } from '../filters/filter.js';
import { LONGEST_FILTER, parseFilter } from '../filters/parse-filter.js';
import { ScimRefusal } from '../refusal.js';

/** What a PATCH operation is about (RFC 7644 §3.5.2, figure 7). Names are lower case. */
export interface PatchPath {
  readonly attribute: string;
  readonly sub: string | null;
  /** Which elements of a multi-valued attribute. */
  readonly filter: Filter | null;
}

const NAME = /^[a-z$][a-z0-9$_-]*$/;

/**
 * Null where it cannot be read. Attributes of extension schemas come as `attribute` with their URN: nobody here knows
 * them, and writes to them are ignored (05 §10.2.4).
 */
export function readPatchPath(text: string): PatchPath | null {
  const written = text.trim();
  if (written.length > LONGEST_FILTER) return null;
  const open = written.indexOf('[');
  if (open >= 0) return valuePath(written, open);
  const name = attributeName(written);
  if (name.startsWith('urn:')) return { attribute: name, sub: null, filter: null };
  const [attribute = '', sub, ...rest] = name.split('.');
  if (rest.length > 0 || !NAME.test(attribute) || (sub !== undefined && !NAME.test(sub))) return null;
  return { attribute, sub: sub ?? null, filter: null };
}

/** @throws ScimRefusal `invalidPath` */
export function parsePatchPath(text: unknown): PatchPath {
  const path = typeof text === 'string' ? readPatchPath(text) : null;
  if (path === null) throw new ScimRefusal('invalidPath', 'The path of an operation cannot be read.');
  return path;
}

/** `members[value eq "x"]`, `emails[type eq "work"].value`. */
function valuePath(written: string, open: number): PatchPath | null {
  const close = written.lastIndexOf(']');
  const attribute = attributeName(written.slice(0, open));
  const rest = written.slice(close + 1).toLowerCase();
  const sub = rest.startsWith('.') ? rest.slice(1) : null;
  if (close < open || !(attribute.startsWith('urn:') || NAME.test(attribute))) return null;
  if (sub === null ? rest !== '' : !NAME.test(sub)) return null;
  try {
    return { attribute, sub, filter: parseFilter(written.slice(open + 1, close)) };
  } catch {
    return null;
  }
}
