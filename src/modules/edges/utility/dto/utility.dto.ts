import {
  ArrayField,
  EnumField,
  IntegerField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';

export class GatewayUrlResponse {
  @StringField({ description: 'Origin of the gateway, without path or trailing slash.' }) url: string;
}

export class CountsResponse {
  @IntegerField({ description: 'Agents of the workspace.' }) agents: number;
  @IntegerField({ description: 'Connected apps, workspace and organization level.' }) apps: number;
  @IntegerField({ description: 'LLM secrets of both levels.' }) llms: number;
  @IntegerField({ description: 'Generic secrets of both levels.' }) secrets: number;
  @IntegerField({ description: 'Hosted agents with background work.' }) agentsWorkingInBackground: number;
}

export class ContainerConfigQuery {
  @StringField({ optional: true, description: 'Agent identifier; the default agent when absent.' })
  agent?: string;
}

export class ContainerStubResponse {
  @StringField() containerPath: string;
  @StringField() content: string;
}

export class ContainerConfigResponse {
  @JsonField({ schema: { type: 'object', additionalProperties: { type: 'string' } } })
  env: Record<string, string>;
  @StringField({ description: 'PEM of the gateway certificate authority.' }) caCertificate: string;
  @StringField() caCertificateContainerPath: string;
  @ArrayField(ContainerStubResponse, { optional: true }) credentialStubs?: ContainerStubResponse[];
  @ArrayField('string', { optional: true }) warnings?: string[];
}

export class GatewaySkillQuery {
  @StringField({ optional: true, description: 'Which agent the file is for, such as `claude`; any case.' })
  agent_framework?: string;
}

export class CredentialStubListResponse {
  @ArrayField('string') agents: string[];
}

export class CredentialStubResponse {
  @EnumField(['codex']) agent: 'codex';
  @StringField() filePath: string;
  @StringField() content: string;
  @EnumField(['oauth', 'api-key']) authMode: 'oauth' | 'api-key';
  @StringField() permissions: string;
}
