import {
  ArrayField,
  BooleanField,
  DateTimeField,
  EnumField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';

const TYPES = ['oauth', 'api_key', 'credentials_import'] as const;
const STATUSES = ['connected', 'expired', 'error'] as const;

export class AppConfigSummaryResponse {
  @BooleanField() hasCredentials: boolean;
  @BooleanField() enabled: boolean;
  @EnumField(['organization'], {
    optional: true,
    description: 'The organization’s client is the one that applies.',
  })
  source?: 'organization';
}

export class LatestConnectionResponse {
  @EnumField(STATUSES) status: string;
  @ArrayField('string') scopes: string[];
  @DateTimeField() connectedAt: string;
}

export class AppConnectionResponse extends LatestConnectionResponse {
  @StringField() id: string;
  @StringField({ nullable: true }) label: string | null;
}

export class CredentialStubResponse {
  @StringField() path: string;
  @JsonField() content: Record<string, unknown>;
}

export class AppResponse {
  @StringField() id: string;
  @StringField() name: string;
  @BooleanField({ description: 'Always true.' }) available: true;
  @EnumField(TYPES) connectionType: string;
  @BooleanField({ description: 'Whether an OAuth client of one’s own can be stored.' }) configurable: boolean;
  @ObjectField(AppConfigSummaryResponse, { nullable: true }) config: AppConfigSummaryResponse | null;
  @ObjectField(LatestConnectionResponse, {
    nullable: true,
    description: 'Deprecated: the newest of `connections`.',
  })
  connection: LatestConnectionResponse | null;
  @ArrayField(AppConnectionResponse, { description: 'The workspace’s own accounts, newest first.' })
  connections: AppConnectionResponse[];
  @ArrayField(CredentialStubResponse, {
    description: 'Files that tools want to find on disk; placeholders only.',
  })
  credentialStubs: CredentialStubResponse[];
}

export class AppDetailResponse extends AppResponse {
  @StringField({ description: 'What to do to use it, or to write its files.' }) hint: string;
}

export class PublicToolResponse {
  @StringField() id: string;
  @StringField() name: string;
  @StringField() description: string;
}

export class PermissionGroupResponse {
  @EnumField(['read', 'write']) category: 'read' | 'write';
  @ArrayField(PublicToolResponse) tools: PublicToolResponse[];
  @ObjectField(PublicToolResponse, {
    optional: true,
    description: 'All of the group at once; organization rules take it.',
  })
  wildcard?: PublicToolResponse;
  @BooleanField({
    optional: true,
    description: 'With `wildcard`: whether it covers every tool of the group.',
  })
  wildcardComplete?: boolean;
}

export class PermissionDefinitionResponse {
  @StringField() provider: string;
  @ArrayField(PermissionGroupResponse) groups: PermissionGroupResponse[];
}
