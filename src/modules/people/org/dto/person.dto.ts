import { Field } from '../../../../kernel/http/fields/fields.js';

/** How responses name a person. */
export abstract class PersonFields {
  @Field.string()
  userId: string;

  @Field.string()
  email: string;

  @Field.string({ nullable: true })
  name: string | null;
}
