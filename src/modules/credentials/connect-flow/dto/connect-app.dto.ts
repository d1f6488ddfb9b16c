import { Field } from '../../../../kernel/http/fields/fields.js';
import { MAX_LABEL } from '../../connections/model/account-label.js';

const MAX_FIELDS = 50;
const MAX_VALUE = 16_384;

export class ConnectAppRequest {
  @Field.json({
    maxEntries: MAX_FIELDS,
    description:
      'The fields of the app by name. Names that the app does not define are ignored. Never returned.',
    schema: { type: 'object', additionalProperties: { type: 'string', maxLength: MAX_VALUE } },
  })
  fields: Record<string, unknown>;

  @Field.string({ optional: true, maxLength: 100, description: 'One of the connection methods of the app.' })
  method?: string;

  @Field.string({
    optional: true,
    maxLength: 100,
    description: 'The credentials of this connection are replaced.',
  })
  connectionId?: string;

  @Field.string({
    optional: true,
    trim: true,
    maxLength: MAX_LABEL,
    description:
      "Distinguishes accounts of one app. Without a label, the provider's name of the account is used.",
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
    description: 'Present if a connection was created.',
  })
  connection?: ConnectedAccountResponse;
}
