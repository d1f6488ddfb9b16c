import type { LoadedSkill } from '../../../../domain/agents/skills/effective-skills.js';
import { type ExecutorTool, result, toolError } from './executor-tool.js';

const MAIN_FILE = 'SKILL.md';

/** What an agent can load when it needs it (04 §5, §11.4). */
export const SKILL_LIST: ExecutorTool = {
  definition: {
    name: 'skill_list',
    description: 'The skills there are, with the files each of them has beside its text.',
    parameters: { type: 'object', properties: {} },
  },
  call: ({ skills }) =>
    Promise.resolve(
      result(
        skills.map(({ name, description, files }) => ({
          name,
          description,
          files: files.map(({ path }) => path),
        })),
      ),
    ),
};

export const SKILL_READ: ExecutorTool = {
  definition: {
    name: 'skill_read',
    description: 'The text of a skill, or one of its files.',
    parameters: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        path: { type: 'string', description: 'A file of the skill; without it its text.' },
      },
    },
  },
  call: ({ skills }, args) => Promise.resolve(readSkill(skills, args as { name?: unknown; path?: unknown })),
};

function readSkill(skills: readonly LoadedSkill[], { name, path }: { name?: unknown; path?: unknown }) {
  const skill = skills.find((known) => known.name === name);
  if (skill === undefined)
    return toolError('There is no skill of that name; skill_list tells which there are');
  if (path === undefined || path === null || path === MAIN_FILE)
    return result({ name: skill.name, content: skill.content });
  const file = skill.files.find((known) => known.path === path);
  if (file === undefined) return toolError(`The skill ${skill.name} has no such file`);
  return result({ name: skill.name, path: file.path, content: file.content });
}
