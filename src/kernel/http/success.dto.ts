import { BooleanField } from './fields.js';

/** What is answered where nothing is left to say. */
export class SuccessResponse {
  @BooleanField() success: true;
}
