import { Field } from '../../../../kernel/http/fields/fields.js';

const MAX_FIELDS = 50;
const MAX_VALUE = 16_384;

/** A flat object of texts; which ones the app has stands in the catalogue. */
export const CLIENT_BODY_SCHEMA = {
  type: 'object',
  maxProperties: MAX_FIELDS,
  additionalProperties: { type: 'string', maxLength: MAX_VALUE },
};

export class AppConfigResponse {
  @Field.json({ optional: true, schema: { type: 'object', additionalProperties: { type: 'string' } } })
  settings?: Record<string, string>;
  @Field.boolean() hasCredentials: boolean;
  @Field.boolean() enabled: boolean;
  @Field.oneOf(['organization'], { optional: true }) source?: 'organization';
}

export class DependentsResponse {
  @Field.integer() orgConnections: number;
  @Field.integer() workspaceConnections: number;
}

export class OrgAppConfigResponse extends AppConfigResponse {
  @Field.object(DependentsResponse, {
    description: 'The accounts that are disconnected if the client is changed or removed.',
  })
  dependents: DependentsResponse;
}

export class ToggleRequest {
  @Field.boolean() enabled: boolean;
}

export class AwsExternalIdResponse {
  @Field.string() externalId: string;
}
