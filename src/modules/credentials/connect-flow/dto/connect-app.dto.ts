import { Field } from '../../../../kernel/http/fields/fields.js';
import { MAX_LABEL } from '../../connections/model/account-label.js';

const MAX_FIELDS = 50;
const MAX_VALUE = 16_384;

export class ConnectAppRequest {
  @Field.json({
    maxEntries: MAX_FIELDS,
    description: 'What the app asks for, by name; names it does not ask for are ignored. Never returned.',
    schema: { type: 'object', additionalProperties: { type: 'string', maxLength: MAX_VALUE } },
  })
  fields: Record<string, unknown>;

  @Field.string({ optional: true, maxLength: 100, description: 'One of the ways the app can be connected.' })
  method?: string;

  @Field.string({
    optional: true,
    maxLength: 100,
    description: 'Replaces the credentials of this connection.',
  })
  connectionId?: string;

  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_LABEL,
    description: 'Tells accounts of one app apart; without one, what the provider says of the account does.',
  })
  label?: string;
}

export class ConnectedAccountResponse {
  @Field.string() id: string;
  @Field.string({ nullable: true }) label: string | null;
}

export class ConnectedResponse {
  @Field.boolean() success: true;
  @Field.object(ConnectedAccountResponse, {
    optional: true,
    description: 'Only when a connection was created.',
  })
  connection?: ConnectedAccountResponse;
}
