import { Field } from '../../../../kernel/http/fields/fields.js';

export class CreatePartnerProjectRequest {
  @Field.string({ trim: true, minLength: 2, maxLength: 50 })
  name: string;
}

export class DeletePartnerProjectQuery {
  @Field.string({ minLength: 1 })
  projectId: string;
}
