import { Field } from '../../../../kernel/http/fields/fields.js';

export class UpdateUserRequest {
  @Field.string({ trim: true, minLength: 1, maxLength: 255 })
  name: string;
}

export class UpdatedUserResponse {
  @Field.string()
  id: string;

  @Field.string()
  email: string;

  @Field.string({ nullable: true })
  name: string | null;
}

export class UserResponse extends UpdatedUserResponse {
  @Field.dateTime()
  createdAt: string;
}

export class ApiKeyResponse {
  @Field.string({ description: "The caller's own key for the resolved workspace." })
  apiKey: string;
}
