import {
  fileProblem,
  fitsTogether,
  RESERVED_SKILLS,
  type SkillFile,
} from '../../../../domain/agents/skills/skill-limits.js';
import { atLeastOneOf, type BodyRule, BodyRules, Strict } from '../../../../kernel/http/fields/body-rules.js';
import { Field } from '../../../../kernel/http/fields/fields.js';

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** `SKILL.md` is the skill itself. */
const PATH = /^(?!skill\.md$)[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)?$/;
const MAX_FILES = 5;
const MAX_CONTENT = 24_000;
const DESCRIPTION = {
  singleLine: true,
  minLength: 1,
  maxLength: 500,
  description: 'Describes to the agent when to load the skill.',
};
const CONTENT = { trim: true, minLength: 1, maxLength: MAX_CONTENT };

const nameIsFree: BodyRule = {
  schema: { properties: { name: { not: { enum: RESERVED_SKILLS } } } },
  problemOf: ({ name }) =>
    (RESERVED_SKILLS as readonly unknown[]).includes(name) ? 'name is reserved' : null,
};

/** Different paths in one folder, and 32,000 characters with the content. */
const filesFit: BodyRule = {
  schema: {},
  problemOf: ({ content = '', files = [] }) => {
    const list = files as SkillFile[];
    if (!fitsTogether(content as string, list)) {
      return 'content and files must have at most 32,000 characters together';
    }
    return fileProblem(list);
  },
};

@Strict()
export class SkillFileRequest {
  @Field.string({ minLength: 1, maxLength: 128, pattern: PATH })
  path: string;

  @Field.string({ minLength: 1, maxLength: MAX_CONTENT })
  content: string;
}

class SkillFields {
  @Field.string({ minLength: 1, maxLength: 64, pattern: NAME, description: 'Cannot be changed.' })
  name: string;

  @Field.string(DESCRIPTION)
  description: string;

  @Field.string({ ...CONTENT, description: 'Markdown text.' })
  content: string;

  @Field.boolean({ optional: true })
  enabled?: boolean;

  @Field.list(SkillFileRequest, { optional: true, maxItems: MAX_FILES })
  files?: SkillFileRequest[];
}

@Strict()
@BodyRules(nameIsFree, filesFit)
export class CreateOrgSkillRequest extends SkillFields {}

@Strict()
@BodyRules(nameIsFree, filesFit)
export class CreateSkillRequest extends SkillFields {
  @Field.string({
    optional: true,
    minLength: 1,
    maxLength: 100,
    description:
      'A hosted agent that owns the skill. If absent, the skill is for all agents of the workspace.',
  })
  agentId?: string;
}

@Strict()
@BodyRules(atLeastOneOf(['description', 'content', 'enabled', 'files']), filesFit)
export class UpdateSkillRequest {
  @Field.string({ ...DESCRIPTION, optional: true })
  description?: string;

  @Field.string({ ...CONTENT, optional: true })
  content?: string;

  @Field.boolean({ optional: true })
  enabled?: boolean;

  @Field.list(SkillFileRequest, {
    optional: true,
    maxItems: MAX_FILES,
    description: 'Replaces the whole list.',
  })
  files?: SkillFileRequest[];
}
