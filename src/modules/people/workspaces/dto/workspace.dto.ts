import {
  BooleanField,
  DateTimeField,
  IntegerField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';

/** Two characters that are no white space, one of them a letter or digit: what the checks below say together. */
const LETTER_OR_DIGIT_AND_MORE =
  '^[^\\x00]*(?:[A-Za-z0-9][^\\x00]*[^\\s\\x00]|[^\\s\\x00][^\\x00]*[A-Za-z0-9])[^\\x00]*$';

class WorkspaceName {
  @StringField({
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
  @StringField({ nullable: true })
  name: string | null;

  @StringField()
  email: string;

  @BooleanField()
  isCurrentUser: boolean;
}

export class WorkspaceResponse {
  @StringField()
  id: string;

  @StringField({ nullable: true })
  name: string | null;

  @StringField({ nullable: true })
  slug: string | null;

  @DateTimeField()
  createdAt: string;

  @IntegerField()
  agentCount: number;

  @IntegerField({
    description:
      'Secrets and connected connections of the workspace and those it inherits from the organization.',
  })
  resourceCount: number;

  @ObjectField(WorkspaceOwner, { nullable: true, description: 'The person who created the workspace.' })
  owner: WorkspaceOwner | null;

  @BooleanField({ description: 'Whether the caller may rename and delete the workspace.' })
  canManage: boolean;
}

export class CreatedWorkspaceResponse extends WorkspaceResponse {
  @StringField({ description: "The creator's API key for the new workspace." })
  apiKey: string;
}
