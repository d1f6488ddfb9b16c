import type { ContainerConfig } from './container-config.js';

/** Coding agents whose place for skills is known, by the base name of their command (07 B12.10). */
interface Framework {
  readonly name: string;
  /** Whether it asks a model of Anthropic unless it is told otherwise. */
  readonly anthropic?: true;
  /** Below the person's home. */
  readonly skill: readonly string[];
}

const FOLDER = ['credential-gateway', 'SKILL.md'];
const CURSOR: Framework = { name: 'Cursor', skill: ['.cursor', 'skills', ...FOLDER] };

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  claude: { name: 'Claude Code', anthropic: true, skill: ['.claude', 'skills', ...FOLDER] },
  cursor: CURSOR,
  agent: CURSOR,
  codex: { name: 'Codex', skill: ['.agents', 'skills', ...FOLDER] },
  hermes: { name: 'Hermes', anthropic: true, skill: ['.hermes', 'skills', ...FOLDER] },
  opencode: { name: 'OpenCode', anthropic: true, skill: ['.opencode', 'skills', ...FOLDER] },
};

/** Of the server's warnings those that concern the program: that no key of Anthropic is there says nothing to curl (07 B12.11). */
export function warningsFor(program: string, { warnings = [] }: ContainerConfig): readonly string[] {
  if (frameworkOf(program)?.anthropic === true) return warnings;
  return warnings.filter((warning) => !warning.startsWith('No Anthropic credential'));
}

export function frameworkOf(program: string): Framework | undefined {
  return Object.hasOwn(FRAMEWORKS, program) ? FRAMEWORKS[program] : undefined;
}
