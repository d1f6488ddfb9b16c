import { printable } from '../../terminal/printable.js';
import { credentialsOf, type PluginCredentials } from './plugin-credentials.js';

/** What a plugin says while a person signs in: one JSON object a line (07 B4.1). */
export interface AuthLine {
  readonly status: unknown;
  readonly url?: string;
  readonly code?: string;
  readonly message?: string;
  /** Undefined where they are missing or cannot be used. */
  readonly credentials?: PluginCredentials;
}

const LONGEST_SHOWN = 2000;

/** Undefined for what is no JSON object. */
export function authLineOf(line: string): AuthLine | undefined {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return undefined;
  const fields = said as Readonly<Record<string, unknown>>;
  const credentials = credentialsOf(fields['credentials']);
  return {
    status: fields['status'],
    ...shown('url', fields),
    ...shown('code', fields),
    ...shown('message', fields),
    ...(credentials && { credentials }),
  };
}

/** As a person reads it. */
export function inWords({ url, code, message }: AuthLine): string {
  return [
    url !== undefined && `Open this page to sign in:\n  ${url}`,
    code !== undefined && `Code: ${code}`,
    message,
  ]
    .filter((part) => part !== false && part !== undefined)
    .join('\n');
}

/** It goes to a terminal in either form. */
function shown(
  name: 'url' | 'code' | 'message',
  fields: Readonly<Record<string, unknown>>,
): Partial<AuthLine> {
  const value = fields[name];
  return typeof value === 'string' && value !== ''
    ? { [name]: printable(value).slice(0, LONGEST_SHOWN) }
    : {};
}
