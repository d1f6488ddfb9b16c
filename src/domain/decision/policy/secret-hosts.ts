import type { SecretType } from '../injection/request-edits/model.js';
import type { CredentialLevel } from './model.js';

/** What a secret target needs to know of a secret: never its value. */
export interface PolicySecret {
  readonly id: string;
  /** Partner secrets are matched by no target (02 §5.1, §9.5). */
  readonly level: CredentialLevel | 'partner';
  readonly type: SecretType;
  readonly hostPattern: string;
}

/** An OpenAI secret serves both products and their subdomains whatever is stored (02 §3.1). */
const OPENAI_HOSTS = ['api.openai.com', 'chatgpt.com', '*.openai.com', '*.chatgpt.com'] as const;

export function secretHostPatterns(secret: Pick<PolicySecret, 'type' | 'hostPattern'>): readonly string[] {
  return secret.type === 'openai'
    ? [...new Set([secret.hostPattern, ...OPENAI_HOSTS])]
    : [secret.hostPattern];
}
