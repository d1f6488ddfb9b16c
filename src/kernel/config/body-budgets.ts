import type { SettingValues } from './settings.js';

const LEAST_AGENT_BYTES = 16_777_216;
const PREFIXES = 16;
const AGENTS = 6;

/** What the bodies of one agent, and of all, may occupy; what is not set follows from what conditions look at. */
export function bodyBudgets(values: SettingValues): { agentBodyBytes: number; heldBodyBytes: number } {
  const agentBodyBytes =
    values.GATEWAY_AGENT_BODY_BYTES ??
    Math.max(LEAST_AGENT_BYTES, PREFIXES * values.GATEWAY_CONDITION_BODY_BYTES);
  return { agentBodyBytes, heldBodyBytes: values.GATEWAY_HELD_BODY_BYTES ?? AGENTS * agentBodyBytes };
}
