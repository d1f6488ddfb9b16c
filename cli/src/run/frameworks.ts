/** Coding agents whose place for skills is known, by the base name of their command (07 B12.10). */
interface Framework {
  readonly name: string;
  /** Below the person's home. */
  readonly skill: readonly string[];
}

const FOLDER = ['credential-gateway', 'SKILL.md'];
const CURSOR: Framework = { name: 'Cursor', skill: ['.cursor', 'skills', ...FOLDER] };

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  claude: { name: 'Claude Code', skill: ['.claude', 'skills', ...FOLDER] },
  cursor: CURSOR,
  agent: CURSOR,
  codex: { name: 'Codex', skill: ['.agents', 'skills', ...FOLDER] },
  hermes: { name: 'Hermes', skill: ['.hermes', 'skills', ...FOLDER] },
  opencode: { name: 'OpenCode', skill: ['.opencode', 'skills', ...FOLDER] },
};

export function frameworkOf(program: string): Framework | undefined {
  return Object.hasOwn(FRAMEWORKS, program) ? FRAMEWORKS[program] : undefined;
}
