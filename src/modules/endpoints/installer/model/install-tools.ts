/** Coding tools the installer knows; the last one only so that links already out there keep working (01 §19.9). */
export const TOOLS = [
  'claude-code',
  'cursor',
  'codex',
  'hermes',
  'opencode',
  'openclaw',
  'github-copilot',
] as const;

export type Tool = (typeof TOOLS)[number];

export function isTool(name: string): name is Tool {
  return (TOOLS as readonly string[]).includes(name);
}
