import type { AuthMode } from '../../../domain/injection/model.js';

/**
 * The placeholder installed tools already carry in their credential files; the gateway recognises it
 * in token refresh calls (01 §19.6, 06 §11.7).
 */
export const CREDENTIAL_PLACEHOLDER = 'onecli-managed';

/** Far enough away that no tool tries to renew by itself. */
const EXPIRES_AT_SECONDS = 4_102_444_800;

/** Content of `~/.codex/auth.json` without any real credential, made new for each call (01 §19.6). */
export function codexAuthFile(mode: AuthMode, now: Date): string {
  return `${JSON.stringify(mode === 'api-key' ? apiKeyForm() : oauthForm(now), null, 2)}\n`;
}

function apiKeyForm(): object {
  return { auth_mode: 'apikey', OPENAI_API_KEY: CREDENTIAL_PLACEHOLDER };
}

function oauthForm(now: Date): object {
  return {
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: {
      id_token: placeholderIdToken(now),
      access_token: CREDENTIAL_PLACEHOLDER,
      refresh_token: CREDENTIAL_PLACEHOLDER,
      account_id: CREDENTIAL_PLACEHOLDER,
    },
    last_refresh: now.toISOString(),
  };
}

/** A well-formed but unsigned JWT: tools read its claims and never verify it. */
function placeholderIdToken(now: Date): string {
  const payload = {
    sub: CREDENTIAL_PLACEHOLDER,
    email: 'agent@gateway.invalid',
    iat: Math.floor(now.getTime() / 1000),
    exp: EXPIRES_AT_SECONDS,
    'https://api.openai.com/auth': {
      chatgpt_plan_type: 'free',
      chatgpt_user_id: CREDENTIAL_PLACEHOLDER,
      chatgpt_account_id: CREDENTIAL_PLACEHOLDER,
    },
  };
  return [{ alg: 'none', typ: 'JWT' }, payload, CREDENTIAL_PLACEHOLDER]
    .map((part) => base64Url(typeof part === 'string' ? part : JSON.stringify(part)))
    .join('.');
}

function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
