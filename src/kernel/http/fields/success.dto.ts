import { Field } from './fields.js';

/** What is answered where nothing is left to say. */
export class SuccessResponse {
  @Field.boolean() success: true;
}
