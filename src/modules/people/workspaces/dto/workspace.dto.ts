import { Field } from '../../../../kernel/http/fields/fields.js';

/** Two characters that are no white space, one of them a letter or digit: what the checks below say together. */
const LETTER_OR_DIGIT_AND_MORE =
  '^[^\\x00]*(?:[A-Za-z0-9][^\\x00]*[^\\s\\x00]|[^\\s\\x00][^\\x00]*[A-Za-z0-9])[^\\x00]*$';

class WorkspaceName {
  @Field.string({
    trim: true,
    minLength: 2,
    maxLength: 50,
    pattern: /[A-Za-z0-9]/,
    schema: { pattern: LETTER_OR_DIGIT_AND_MORE },
    patternMessage: 'name must contain at least one letter or digit',
    example: 'Operations',
  })
  name: string;
}

export class CreateWorkspaceRequest extends WorkspaceName {}

/** `name` is the only field there is, so an update without it is empty (01 §16.2). */
export class UpdateWorkspaceRequest extends WorkspaceName {}

export class WorkspaceOwner {
  @Field.string({ nullable: true })
  name: string | null;

  @Field.string()
  email: string;

  @Field.boolean()
  isCurrentUser: boolean;
}

export class WorkspaceResponse {
  @Field.string()
  id: string;

  @Field.string({ nullable: true })
  name: string | null;

  @Field.string({ nullable: true })
  slug: string | null;

  @Field.dateTime()
  createdAt: string;

  @Field.integer()
  agentCount: number;

  @Field.integer({
    description:
      'Secrets and connected connections of the workspace, and those it inherits from the organization.',
  })
  resourceCount: number;

  @Field.object(WorkspaceOwner, { nullable: true, description: 'The person who created the workspace.' })
  owner: WorkspaceOwner | null;

  @Field.boolean({ description: 'Whether the caller may rename and delete the workspace.' })
  canManage: boolean;
}

export class CreatedWorkspaceResponse extends WorkspaceResponse {
  @Field.string({ description: "The creator's API key for the new workspace." })
  apiKey: string;
}
