import {
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';

const MAX_FIELDS = 50;
const MAX_VALUE = 16_384;

/** A flat object of texts; which ones the app has stands in the catalogue. */
export const CLIENT_BODY_SCHEMA = {
  type: 'object',
  maxProperties: MAX_FIELDS,
  additionalProperties: { type: 'string', maxLength: MAX_VALUE },
};

export class AppConfigResponse {
  @JsonField({ optional: true, schema: { type: 'object', additionalProperties: { type: 'string' } } })
  settings?: Record<string, string>;
  @BooleanField() hasCredentials: boolean;
  @BooleanField() enabled: boolean;
  @EnumField(['organization'], { optional: true }) source?: 'organization';
}

export class DependentsResponse {
  @IntegerField() orgConnections: number;
  @IntegerField() workspaceConnections: number;
}

export class OrgAppConfigResponse extends AppConfigResponse {
  @ObjectField(DependentsResponse, { description: 'What changing or removing the client disconnects.' })
  dependents: DependentsResponse;
}

export class ToggleRequest {
  @BooleanField() enabled: boolean;
}

export class AwsExternalIdResponse {
  @StringField() externalId: string;
}
