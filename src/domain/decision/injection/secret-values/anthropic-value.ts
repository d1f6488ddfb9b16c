/** The two forms of an Anthropic value (02 §3.1, §3.5). */
import type { AuthMode } from '../request-edits/model.js';

export const ANTHROPIC_API_HOST = 'api.anthropic.com';

const OAUTH_PREFIX = 'sk-ant-oat';

/** Subscription tokens replace the agent's own bearer; API keys go into `x-api-key`. */
export function anthropicAuthMode(value: string): AuthMode {
  return value.startsWith(OAUTH_PREFIX) ? 'oauth' : 'api-key';
}
