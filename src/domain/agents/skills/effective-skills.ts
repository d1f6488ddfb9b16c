import type { SkillFile } from './skill-limits.js';

const ROOT = '.agents/skills';

/** Whose a skill is; the later of two is the more specific. */
export const SKILL_SCOPES = ['organization', 'workspace', 'agent'] as const;
export type SkillScope = (typeof SKILL_SCOPES)[number];

/** What an agent loads of a skill. */
export interface LoadedSkill {
  name: string;
  description: string;
  content: string;
  files: readonly SkillFile[];
}

interface OwnedSkill extends LoadedSkill {
  scope: SkillScope;
  enabled: boolean;
}

/**
 * The skills an agent has, by name (04 §5.2): of equal names the most specific, whatever is switched off not counted, and
 * always the built-in one.
 */
export function effectiveSkills(owned: readonly OwnedSkill[], builtIn: LoadedSkill): LoadedSkill[] {
  const byName = new Map<string, LoadedSkill>();
  for (const scope of SKILL_SCOPES) {
    for (const skill of owned) {
      if (skill.scope !== scope || !skill.enabled) continue;
      const { name, description, content, files } = skill;
      byName.set(name, { name, description, content, files });
    }
  }
  byName.set(builtIn.name, builtIn);
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A skill as files of a sandbox (04 §5.3). JSON is YAML: quotes and colons in a description stay text. */
export function skillFolder({ name, description, content, files }: LoadedSkill): SkillFile[] {
  const front = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---`;
  const skill = { path: 'SKILL.md', content: `${front}\n\n${content.trimEnd()}\n` };
  return [skill, ...files].map((file) => ({ path: `${ROOT}/${name}/${file.path}`, content: file.content }));
}
