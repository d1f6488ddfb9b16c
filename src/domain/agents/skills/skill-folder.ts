import type { LoadedSkill } from './effective-skills.js';
import type { SkillFile } from './skill-limits.js';

const ROOT = '.agents/skills';

/** A skill as files of a sandbox (04 §5.3). JSON is YAML: quotes and colons in a description stay text. */
export function skillFolder({ name, description, content, files }: LoadedSkill): SkillFile[] {
  const front = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---`;
  const skill = { path: 'SKILL.md', content: `${front}\n\n${content.trimEnd()}\n` };
  return [skill, ...files].map((file) => ({ path: `${ROOT}/${name}/${file.path}`, content: file.content }));
}
