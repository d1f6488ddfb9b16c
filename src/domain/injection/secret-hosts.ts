/** The hosts a secret is written on (02 §3.1): policy targets and injection must agree on them. */
import type { SecretType } from './model.js';

const OPENAI_PATTERNS = ['api.openai.com', 'chatgpt.com', '*.openai.com', '*.chatgpt.com'];

/** Host patterns of 02 §9.2; an OpenAI secret reaches its provider whatever host is stored. */
export function secretHostPatterns(secret: { type: SecretType; hostPattern: string }): string[] {
  if (secret.type !== 'openai') return [secret.hostPattern];
  return [secret.hostPattern, ...OPENAI_PATTERNS.filter((pattern) => pattern !== secret.hostPattern)];
}
