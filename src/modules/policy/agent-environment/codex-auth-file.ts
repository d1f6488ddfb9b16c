import { PLACEHOLDER_CREDENTIAL } from '../../../domain/decision/catalog/placeholder-credential.js';
import type { AuthMode } from '../../../domain/decision/injection/request-edits/model.js';

/** Far enough away that no tool tries to renew by itself. */
const EXPIRES_AT_SECONDS = 4_102_444_800;

/** Content of `~/.codex/auth.json` without any real credential, made new for each call (01 §19.6). */
export function codexAuthFile(mode: AuthMode, now: Date): string {
  return `${JSON.stringify(mode === 'api-key' ? apiKeyForm() : oauthForm(now), null, 2)}\n`;
}

function apiKeyForm(): object {
  return { auth_mode: 'apikey', OPENAI_API_KEY: PLACEHOLDER_CREDENTIAL };
}

function oauthForm(now: Date): object {
  return {
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: {
      id_token: placeholderIdToken(now),
      access_token: PLACEHOLDER_CREDENTIAL,
      refresh_token: PLACEHOLDER_CREDENTIAL,
      account_id: PLACEHOLDER_CREDENTIAL,
    },
    last_refresh: now.toISOString(),
  };
}

/** A well-formed but unsigned JWT: tools read its claims and never verify it. */
function placeholderIdToken(now: Date): string {
  const payload = {
    sub: PLACEHOLDER_CREDENTIAL,
    email: 'agent@gateway.invalid',
    iat: Math.floor(now.getTime() / 1000),
    exp: EXPIRES_AT_SECONDS,
    'https://api.openai.com/auth': {
      chatgpt_plan_type: 'free',
      chatgpt_user_id: PLACEHOLDER_CREDENTIAL,
      chatgpt_account_id: PLACEHOLDER_CREDENTIAL,
    },
  };
  return [{ alg: 'none', typ: 'JWT' }, payload, PLACEHOLDER_CREDENTIAL]
    .map((part) => base64Url(typeof part === 'string' ? part : JSON.stringify(part)))
    .join('.');
}

function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
