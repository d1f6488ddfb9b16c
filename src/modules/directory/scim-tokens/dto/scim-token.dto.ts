import { Field } from '../../../../kernel/http/fields/fields.js';
import { Strict } from '../../../../kernel/http/fields/body-rules.js';

@Strict()
export class CreateScimTokenRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: 64, example: 'Okta' })
  label: string;
}

export class ScimTokenResponse {
  @Field.string()
  id: string;

  @Field.string()
  label: string;

  @Field.string({ nullable: true, format: 'date-time' })
  lastUsedAt: string | null;

  @Field.dateTime()
  createdAt: string;

  @Field.string({ nullable: true, description: 'Null after their account is deleted.' })
  createdByEmail: string | null;
}

export class CreatedScimTokenResponse extends ScimTokenResponse {
  @Field.string({ description: 'Only this response contains it.' })
  token: string;
}
