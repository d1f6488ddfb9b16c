/**
 * Guards let a request with a narrowed account pass only if they have understood it (03 §13.3): what a server could
 * read in another way than they do is refused, whether it would be outside or not. Pure.
 */
import { isUtf8 } from 'node:buffer';
import { isPlainJson, strictObject } from '../../protocols/bodies/strict-json.js';
import { METHOD_OVERRIDE_HEADERS } from '../matching/methods.js';

export interface GuardedRequest {
  readonly method: string;
  readonly host: string;
  /** As it was sent; the twin is equal for a path that needs no reading. */
  readonly path: string;
  readonly canonicalPath: string;
  readonly query: string | null;
  /** As they stand on the wire. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly hasBody: boolean;
}

/** The beginning of a body. */
export interface GuardedBody {
  readonly bytes: Buffer;
  readonly complete: boolean;
}

/** Why the request is refused. */
export interface Outside {
  readonly detail: string;
}

/** What a guard says before, or after, it has seen the body. */
export type Question<Answer> =
  | { readonly reads: 'nothing'; readonly answer: Answer }
  | { readonly reads: 'body'; readonly answer: (body: GuardedBody) => Answer };

export function answered<Answer>(answer: Answer): Question<Answer> {
  return { reads: 'nothing', answer };
}

/** Fields by the name that servers behind CGI and the like make of them, with `-` for what is no letter or digit. */
export class GuardedFields {
  private readonly byName = new Map<string, string[]>();

  constructor(headers: GuardedRequest['headers']) {
    for (const [name, value] of headers) {
      const key = name.toLowerCase().replace(/[^a-z0-9]/g, '-');
      const values = this.byName.get(key);
      if (values === undefined) this.byName.set(key, [value]);
      else values.push(value);
    }
  }

  all(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  hasPrefix(prefix: string, except: readonly string[] = []): boolean {
    return [...this.byName.keys()].some((name) => name.startsWith(prefix) && !except.includes(name));
  }

  get overridesMethod(): boolean {
    return METHOD_OVERRIDE_HEADERS.some((name) => this.byName.has(name));
  }

  /** Bytes that are not the body itself: servers undo codings, or do not. */
  get isEncoded(): boolean {
    return this.all('content-encoding').some((value) => value.trim().toLowerCase() !== 'identity');
  }
}

/** Null for what is no UTF-8 to the letter. */
export function utf8Object(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  return isUtf8(bytes) ? strictObject(bytes.toString()) : null;
}

/** The object of a body that is JSON to everybody and here to its end; null for every other. */
export function objectIn(
  { bytes, complete }: GuardedBody,
  fields: GuardedFields,
): Readonly<Record<string, unknown>> | null {
  if (!complete || fields.isEncoded || !isPlainJson(fields.all('content-type'))) return null;
  return utf8Object(bytes);
}
