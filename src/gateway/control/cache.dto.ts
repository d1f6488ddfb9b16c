import { BooleanField } from '../../kernel/http/fields.js';

export class InvalidatedResponse {
  @BooleanField() invalidated: boolean;
}
