/** What credential files of agents hold where a secret would stand, so that tools take them (01 §19.6). */
export const PLACEHOLDER_CREDENTIAL = 'onecli-managed';
/** Both count as one in refreshes (06 §11.7). */
const PLACEHOLDERS: readonly unknown[] = [PLACEHOLDER_CREDENTIAL, 'gateway-managed'];

/** What a body asks of a token endpoint. */
export type TokenRequest =
  /** New tokens for a placeholder: nothing that anybody out there could answer. */
  | 'placeholder-refresh'
  /** New tokens for a token of the agent's own. */
  | 'refresh'
  | 'other';

/** Reads a form or a JSON object (RFC 6749 §6); anything else asks for nothing. */
export function tokenRequest(body: string): TokenRequest {
  const fields = body.trimStart().startsWith('{') ? jsonFields(body) : formFields(body);
  if (fields?.['grant_type'] !== 'refresh_token') return 'other';
  return PLACEHOLDERS.includes(fields['refresh_token']) ? 'placeholder-refresh' : 'refresh';
}

function jsonFields(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function formFields(body: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(body));
}
