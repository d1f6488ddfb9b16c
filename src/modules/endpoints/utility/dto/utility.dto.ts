import { CERTIFICATE_VARIABLES } from '../../../../domain/agents/certificate-variables.js';
import { Field } from '../../../../kernel/http/fields/fields.js';

export class GatewayUrlResponse {
  @Field.string({ description: 'Origin of the gateway, without a path or trailing slash.' }) url: string;
}

export class CountsResponse {
  @Field.integer({ description: 'Agents of the workspace.' }) agents: number;
  @Field.integer({ description: 'Connected apps of the workspace and the organization.' }) apps: number;
  @Field.integer({ description: 'LLM secrets of the workspace and the organization.' }) llms: number;
  @Field.integer({ description: 'Generic secrets of the workspace and the organization.' }) secrets: number;
  @Field.integer({ description: 'Hosted agents with background processes.' })
  agentsWorkingInBackground: number;
}

export class ContainerConfigQuery {
  @Field.string({ optional: true, description: 'Agent identifier; the default agent when absent.' })
  agent?: string;
}

export class ContainerStubResponse {
  @Field.string() containerPath: string;
  @Field.string() content: string;
}

export class ContainerConfigResponse {
  @Field.json({
    schema: {
      type: 'object',
      additionalProperties: { type: 'string' },
      'x-certificate-variables': CERTIFICATE_VARIABLES,
    },
    description:
      'Variables of the process. Those of `x-certificate-variables` have the path of the certificate.',
  })
  env: Record<string, string>;
  @Field.string({ description: 'PEM of the gateway certificate authority.' }) caCertificate: string;
  @Field.string() caCertificateContainerPath: string;
  @Field.list(ContainerStubResponse, { optional: true }) credentialStubs?: ContainerStubResponse[];
  @Field.list('string', { optional: true }) warnings?: string[];
}

export class GatewaySkillQuery {
  @Field.string({
    optional: true,
    description: 'The framework of the agent, such as `claude`; case-insensitive.',
  })
  agent_framework?: string;
}

export class CredentialStubListResponse {
  @Field.list('string') agents: string[];
}

export class CredentialStubResponse {
  @Field.oneOf(['codex']) agent: 'codex';
  @Field.string() filePath: string;
  @Field.string() content: string;
  @Field.oneOf(['oauth', 'api-key']) authMode: 'oauth' | 'api-key';
  @Field.string() permissions: string;
}
