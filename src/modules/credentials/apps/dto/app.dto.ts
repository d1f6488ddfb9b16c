import { Field } from '../../../../kernel/http/fields/fields.js';

const TYPES = ['oauth', 'api_key', 'credentials_import'] as const;
const STATUSES = ['connected', 'expired', 'error'] as const;

export class AppConfigSummaryResponse {
  @Field.boolean() hasCredentials: boolean;
  @Field.boolean() enabled: boolean;
  @Field.oneOf(['organization'], {
    optional: true,
    description: 'Present if the organization’s client applies, because the workspace has none.',
  })
  source?: 'organization';
}

export class LatestConnectionResponse {
  @Field.oneOf(STATUSES) status: string;
  @Field.list('string') scopes: string[];
  @Field.dateTime() connectedAt: string;
}

export class AppConnectionResponse extends LatestConnectionResponse {
  @Field.string() id: string;
  @Field.string({ nullable: true }) label: string | null;
}

export class AppCredentialStubResponse {
  @Field.string() path: string;
  @Field.json() content: Record<string, unknown>;
}

export class AppResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.boolean({ description: 'Always true.' }) available: true;
  @Field.oneOf(TYPES) connectionType: string;
  @Field.boolean({ description: 'Whether the workspace can store its own OAuth client.' })
  configurable: boolean;
  @Field.object(AppConfigSummaryResponse, { nullable: true }) config: AppConfigSummaryResponse | null;
  @Field.object(LatestConnectionResponse, {
    nullable: true,
    description: 'Deprecated: the newest entry of `connections`.',
  })
  connection: LatestConnectionResponse | null;
  @Field.list(AppConnectionResponse, { description: 'The workspace’s own accounts, newest first.' })
  connections: AppConnectionResponse[];
  @Field.list(AppCredentialStubResponse, {
    description: 'Files that tools expect on disk; placeholders only.',
  })
  credentialStubs: AppCredentialStubResponse[];
}

export class AppDetailResponse extends AppResponse {
  @Field.string({ description: 'The next step to use the app, or to write its files.' }) hint: string;
}

export class PublicToolResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() description: string;
}

export class PermissionGroupResponse {
  @Field.oneOf(['read', 'write']) category: 'read' | 'write';
  @Field.list(PublicToolResponse) tools: PublicToolResponse[];
  @Field.object(PublicToolResponse, {
    optional: true,
    description: 'Stands for all tools of the group; for organization rules only.',
  })
  wildcard?: PublicToolResponse;
  @Field.boolean({
    optional: true,
    description: 'With `wildcard`: whether it covers every tool of the group.',
  })
  wildcardComplete?: boolean;
}

export class PermissionDefinitionResponse {
  @Field.string() provider: string;
  @Field.list(PermissionGroupResponse) groups: PermissionGroupResponse[];
}
