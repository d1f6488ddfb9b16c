import { readFileSync } from 'node:fs';
import type { LoadedSkill } from '../../../domain/agents/skills/effective-skills.js';
import { configFile } from '../../../kernel/config/kinds/config-files.js';

export const GATEWAY_SUBJECT =
  'How to work behind Credential Gateway, which adds credentials to outgoing requests.';

/** How to call APIs from here: every hosted agent has it, and whoever runs one of their own can ask for it (R38.7). */
export const BUILT_IN_SKILL: LoadedSkill = {
  name: 'credential-gateway',
  description:
    `${GATEWAY_SUBJECT} Load this before calling an external service or API, and whenever a request fails with 401, ` +
    `403 or another authentication error, asks for an API key or a login, or is answered with a gateway error.`,
  content: readFileSync(configFile('gateway-skill.md'), 'utf8'),
  files: [],
};
