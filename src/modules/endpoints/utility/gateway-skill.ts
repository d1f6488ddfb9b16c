import { BUILT_IN_SKILL, GATEWAY_SUBJECT } from '../../hosting/skills/built-in-skill.js';

/** Installed command lines keep the file in a folder of this name (01 §19.7). */
const NAME = 'onecli-gateway';
/** Of the text; goes up with it, so that an installed copy can be told from a newer one. */
const VERSION = '1.0';
const COMPATIBILITY =
  'Any agent that can make HTTP requests and write files, started behind Credential Gateway.';

/** Their launchers notice the gateway themselves and load the skill when it is there. */
const DETECTING_FRAMEWORKS = new Set(['claude', 'cursor', 'agent', 'codex', 'opencode']);

const DORMANT = `${GATEWAY_SUBJECT} Do not load this by yourself: a detection hook loads it when the gateway is active.`;

/**
 * The skill file for an agent framework: `config/gateway-skill.md` under front matter. Frameworks that are not named,
 * and those whose launcher looks for the gateway, get the dormant description; all others the eager one (01 §19.7).
 */
export function gatewaySkill(framework: string | undefined): string {
  const name = framework?.trim().toLowerCase() ?? '';
  const dormant = name === '' || DETECTING_FRAMEWORKS.has(name);
  const frontMatter = [
    '---',
    `name: ${NAME}`,
    // JSON is YAML: quotes and colons in a text stay text.
    `description: ${JSON.stringify(dormant ? DORMANT : BUILT_IN_SKILL.description)}`,
    `compatibility: ${JSON.stringify(COMPATIBILITY)}`,
    'metadata:',
    `  version: ${JSON.stringify(VERSION)}`,
    '---',
  ];
  return `${frontMatter.join('\n')}\n\n${BUILT_IN_SKILL.content}`;
}
