import { Field } from '../../../../kernel/http/fields/fields.js';

const MAX_ID = 100;
const MAX_SENT_NAME = 8_192;

export class AuthorizeAppQuery {
  @Field.string({ optional: true, trim: true, maxLength: MAX_ID, description: 'Reconnects this account.' })
  connectionId?: string;
  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_SENT_NAME,
    description: 'Shown when the flow is complete; truncated to 128 characters.',
  })
  agent_name?: string;
}

export class AuthorizeOrgAppQuery extends AuthorizeAppQuery {
  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_ID,
    description: 'The organization, for a person who belongs to several.',
  })
  org?: string;
}
