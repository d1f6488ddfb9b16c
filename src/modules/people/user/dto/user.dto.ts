import { DateTimeField, StringField } from '../../../../kernel/http/fields.js';

export class UpdateUserRequest {
  @StringField({ trim: true, minLength: 1, maxLength: 255 })
  name: string;
}

export class UpdatedUserResponse {
  @StringField()
  id: string;

  @StringField()
  email: string;

  @StringField({ nullable: true })
  name: string | null;
}

export class UserResponse extends UpdatedUserResponse {
  @DateTimeField()
  createdAt: string;
}

export class ApiKeyResponse {
  @StringField({ description: "The caller's own key for the resolved workspace." })
  apiKey: string;
}
