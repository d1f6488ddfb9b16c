/**
 * The forms an OpenAI value comes in (02 §3.5): an API key, the credential file of a coding agent that
 * holds an API key, or one that holds OAuth tokens. Also what the refresh needs: rotation.
 */
import type { AuthMode } from '../request-edits/model.js';

export interface OpenAiTokens {
  accessToken: string;
  refreshToken: string;
  accountId: string | null;
}

export interface OpenAiValue {
  authMode: AuthMode;
  /** What is encrypted: the inner key, the OAuth document as it was sent, or the text itself. */
  stored: string;
  /** Known in OAuth mode only. */
  accountId: string | null;
}

export const OPENAI_API_HOST = 'api.openai.com';
export const OPENAI_OAUTH_HOST = 'chatgpt.com';

/** Classifies a value as the client sent it. Never fails: what is not recognised is an API key. */
export function readOpenAiValue(value: string): OpenAiValue {
  const tokens = readOpenAiTokens(value);
  if (tokens !== null) return { authMode: 'oauth', stored: value, accountId: tokens.accountId };
  const document = parseObject(value);
  const inner = document?.['auth_mode'] === 'apikey' ? nonEmpty(document['OPENAI_API_KEY']) : null;
  return { authMode: 'api-key', stored: inner?.trim() ?? value, accountId: null };
}

/** The host an OpenAI secret is forced to on creation and when its value changes (02 §3.1). */
export function openAiHost(authMode: AuthMode): string {
  return authMode === 'oauth' ? OPENAI_OAUTH_HOST : OPENAI_API_HOST;
}

/** The tokens of an OAuth document, or null when the text is not one. */
export function readOpenAiTokens(value: string): OpenAiTokens | null {
  const tokens = asObject(parseObject(value)?.['tokens']);
  const accessToken = nonEmpty(tokens?.['access_token']);
  const refreshToken = nonEmpty(tokens?.['refresh_token']);
  if (accessToken === null || refreshToken === null) return null;
  return { accessToken, refreshToken, accountId: nonEmpty(tokens?.['account_id']) };
}

/** The document with rotated tokens in it and every other field as it was. Expects an OAuth document. */
export function rotateOpenAiTokens(
  value: string,
  rotated: { accessToken: string; refreshToken?: string; idToken?: string },
): string {
  const document = parseObject(value) ?? {};
  const tokens: Record<string, unknown> = {
    ...asObject(document['tokens']),
    access_token: rotated.accessToken,
  };
  if (rotated.refreshToken !== undefined) tokens['refresh_token'] = rotated.refreshToken;
  if (rotated.idToken !== undefined) tokens['id_token'] = rotated.idToken;
  return JSON.stringify({ ...document, tokens });
}

function parseObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function nonEmpty(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
