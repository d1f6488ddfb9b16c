import type { Readable } from 'node:stream';
import { authLineOf, type AuthLine } from './auth-line.js';
import { eachLine, LineTooLong } from '../../terminal/each-line.js';
import type { PluginCredentials } from './plugin-credentials.js';

/** How signing in went, as far as the plugin's lines say (07 B4). */
export type Verdict =
  | { readonly kind: 'credentials'; readonly credentials: PluginCredentials }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'expired'; readonly message?: string }
  /** Its output ended, and what it says next is its exit status. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'abort'; readonly why: string };

const LONGEST_LINE = 256 * 1024;
const MAX_STRAYS = 1000;
/** A plugin that asks each second for an hour stays far below. */
const MAX_LINES = 20_000;

/** Reads up to the line that settles it. A later one may complete an `ok` that has no token. */
export async function verdictOf(output: Readable, pending: (line: AuthLine) => void): Promise<Verdict> {
  let verdict: Verdict | undefined;
  let why = 'it ended without credentials';
  let lines = 0;
  let strays = 0;
  const take = (text: string): boolean => {
    const line = authLineOf(text);
    lines += 1;
    if (line === undefined) strays += 1;
    if (strays > MAX_STRAYS) verdict = abort(`it wrote more than ${MAX_STRAYS} lines that are not JSON`);
    else if (lines > MAX_LINES) verdict = abort(`it wrote more than ${MAX_LINES} lines`);
    else if (line?.status === 'pending') pending(line);
    else if (line?.status === 'authenticated') verdict = { kind: 'authenticated' };
    else if (line?.status === 'expired')
      verdict = { kind: 'expired', ...(line.message !== undefined && { message: line.message }) };
    else if (line?.status === 'ok') {
      if (line.credentials !== undefined) verdict = { kind: 'credentials', credentials: line.credentials };
      else why = 'it reported ok without a usable access token';
    }
    return verdict !== undefined;
  };
  try {
    await eachLine(output, LONGEST_LINE, take);
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    return abort('it wrote a line of more than 256 KiB');
  }
  return verdict ?? { kind: 'nothing', why };
}

function abort(why: string): Verdict {
  return { kind: 'abort', why };
}
