/** Names that a skill of somebody cannot have: the built-in one, and the folder installed command lines use (04 §5). */
export const RESERVED_SKILLS = ['onecli-gateway', 'credential-gateway'] as const;

/** How many a tier can hold (04 §5.1). */
export const SKILL_CAPS = { agent: 10, workspace: 20, organization: 20 } as const;

const MAX_TOGETHER = 32_000;

export interface SkillFile {
  path: string;
  content: string;
}

/** Whether the content and all files are short enough together. */
export function fitsTogether(content: string, files: readonly SkillFile[]): boolean {
  return files.reduce((sum, file) => sum + file.content.length, content.length) <= MAX_TOGETHER;
}

/** What is wrong with these files beside each other in one folder; null when nothing is. */
export function fileProblem(files: readonly SkillFile[]): string | null {
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) return 'files must have different paths';
  const folders = files.map(({ path }) => path.split('/').slice(0, -1).join('/'));
  if (folders.some((folder) => paths.has(folder))) return 'files must not have a file for a folder';
  return null;
}
