import { Field } from '../../../../kernel/http/fields/fields.js';

const MAX_ID = 100;
const MAX_SENT_NAME = 8_192;

export class AuthorizeAppQuery {
  @Field.string({ optional: true, trim: true, maxLength: MAX_ID, description: 'Connects this account anew.' })
  connectionId?: string;
  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_SENT_NAME,
    description: 'Shown when it is done; cut to 128 characters.',
  })
  agent_name?: string;
}

export class AuthorizeOrgAppQuery extends AuthorizeAppQuery {
  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_ID,
    description: 'The organization, of a person who is in several.',
  })
  org?: string;
}
