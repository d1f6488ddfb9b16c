import { SKILL_SCOPES, type SkillScope } from '../../../../domain/agents/skills/effective-skills.js';
import { Field } from '../../../../kernel/http/fields/fields.js';

class SkillHead {
  @Field.string()
  id: string;

  @Field.oneOf(SKILL_SCOPES, {
    description: 'The level of the skill; determines which of the three ids is set.',
  })
  scope: SkillScope;

  @Field.string({ nullable: true })
  agentId: string | null;

  @Field.string({ nullable: true })
  workspaceId: string | null;

  @Field.string({ nullable: true })
  organizationId: string | null;

  @Field.string()
  name: string;

  @Field.string()
  description: string;

  @Field.boolean({
    description: 'A disabled skill does not hide a skill of the same name with a broader scope.',
  })
  enabled: boolean;

  @Field.string({ nullable: true })
  createdByEmail: string | null;

  @Field.dateTime()
  createdAt: string;

  @Field.dateTime()
  updatedAt: string;
}

export class SkillListItemResponse extends SkillHead {
  @Field.integer()
  fileCount: number;
}

export class SkillListResponse {
  @Field.list(SkillListItemResponse)
  skills: SkillListItemResponse[];
}

export class SkillFileResponse {
  @Field.string()
  path: string;

  @Field.string()
  content: string;
}

export class SkillResponse extends SkillHead {
  @Field.string()
  content: string;

  @Field.list(SkillFileResponse, { description: 'Files of the skill by path.' })
  files: SkillFileResponse[];
}
