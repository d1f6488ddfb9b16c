import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../kernel/access/workspace-scope.js';
import { Configuration } from '../../kernel/config/configuration.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { PublicUrls } from '../../kernel/http/public-urls.js';
import type { AccessibleSecret } from '../agent-access/agent-access.js';
import { AgentAccessLoader } from '../agent-access/agent-access.loader.js';
import type { AgentRow } from '../agents/agent.view.js';
import { AgentsService } from '../agents/agents.service.js';
import { CertificateAuthority } from '../certificate-authority/certificate-authority.js';
import { SecretValues } from '../secrets/secret-values.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { codexAuthFile } from './codex-auth-file.js';
import type { ContainerConfigDto } from './dto/utility.dto.js';

/** Opaque to clients: they mount the certificate where the server says (01 §19.5). */
const CA_CONTAINER_PATH = '/tmp/credential-gateway-ca.pem';
const CODEX_HOME = '/home/node/.codex';
const PLACEHOLDER = 'placeholder';

/** What a launcher needs to run a process behind the gateway (01 §19.5). */
@Injectable()
export class ContainerConfigService {
  constructor(
    private readonly configuration: Configuration,
    private readonly urls: PublicUrls,
    private readonly agents: AgentsService,
    private readonly loader: AgentAccessLoader,
    private readonly values: SecretValues,
    private readonly authority: CertificateAuthority,
    private readonly workspaces: WorkspacesService,
  ) {}

  /** Errors are the flat ones of 01 §19.5.5; nothing is ever created by this call. */
  async build(scope: WorkspaceScope, identifier: string | undefined): Promise<ContainerConfigDto> {
    const agent = await this.chooseAgent(scope, identifier);
    const caCertificate = this.authority.certificatePem();
    if (caCertificate === null) throw new AppError('container_ca_missing');
    const access = await this.loader.byAgent(agent.id);
    const secrets = access?.secrets ?? [];
    const anthropic = preferred(secrets, 'anthropic');
    const openai = preferred(secrets, 'openai');
    const stubs = openai?.metadata?.authMode === 'oauth' ? [codexStub()] : [];
    const warnings = await this.warningsFor(scope, anthropic);
    await this.workspaces.markAgentConnected(scope);
    return {
      env: { ...this.proxyEnvironment(agent), ...llmEnvironment(anthropic, openai) },
      caCertificate,
      caCertificateContainerPath: CA_CONTAINER_PATH,
      ...(stubs.length > 0 && { credentialStubs: stubs }),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  private async chooseAgent(scope: WorkspaceScope, identifier: string | undefined): Promise<AgentRow> {
    const agent =
      identifier === undefined || identifier === ''
        ? await this.agents.findDefault(scope)
        : await this.agents.findByIdentifier(scope, identifier);
    if (agent !== null) return agent;
    if ((await this.agents.count(scope)) === 0 && !identifier) throw noAgents();
    throw identifier ? agentNotFound(identifier) : agentRequired();
  }

  private proxyEnvironment(agent: AgentRow): Record<string, string> {
    const proxy = `http://x:${this.agents.tokenOf(agent)}@${this.configuration.gatewayBaseUrl}`;
    return {
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      https_proxy: proxy,
      http_proxy: proxy,
      NODE_EXTRA_CA_CERTS: CA_CONTAINER_PATH,
      SSL_CERT_FILE: CA_CONTAINER_PATH,
      CURL_CA_BUNDLE: CA_CONTAINER_PATH,
      REQUESTS_CA_BUNDLE: CA_CONTAINER_PATH,
      GIT_SSL_CAINFO: CA_CONTAINER_PATH,
      NODE_USE_ENV_PROXY: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
    };
  }

  private async warningsFor(
    scope: WorkspaceScope,
    anthropic: AccessibleSecret | undefined,
  ): Promise<string[]> {
    const link = `${this.urls.dashboard()}/w/${encodeURIComponent(scope.workspaceId)}/connections/llms?create=anthropic`;
    if (!anthropic) return [`No Anthropic credential is granted to this agent. Add one at ${link}.`];
    if (anthropic.valueSource === 'inline' && (await this.values.resolve(anthropic)) === null) {
      return [
        `The stored Anthropic credential "${anthropic.name}" cannot be decrypted. Replace it at ${link}.`,
      ];
    }
    return [];
  }
}

/** Of several granted secrets of a type the workspace's beats the organization's (01 §19.5.2). */
function preferred(
  secrets: readonly AccessibleSecret[],
  type: AccessibleSecret['type'],
): AccessibleSecret | undefined {
  const ofType = secrets.filter((secret) => secret.type === type);
  return ofType.find((secret) => secret.level === 'workspace') ?? ofType[0];
}

function llmEnvironment(
  anthropic: AccessibleSecret | undefined,
  openai: AccessibleSecret | undefined,
): Record<string, string> {
  const env: Record<string, string> = {};
  if (anthropic) {
    env[anthropic.metadata?.authMode === 'oauth' ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'ANTHROPIC_API_KEY'] =
      PLACEHOLDER;
  }
  if (openai?.metadata?.authMode === 'oauth') env.CODEX_HOME = CODEX_HOME;
  else if (openai) env.OPENAI_API_KEY = PLACEHOLDER;
  return env;
}

function codexStub(): { containerPath: string; content: string } {
  return { containerPath: `${CODEX_HOME}/auth.json`, content: codexAuthFile('oauth', new Date()) };
}

function agentNotFound(agentIdentifier: string): AppError {
  return new AppError('container_agent_not_found', { extra: { code: 'AGENT_NOT_FOUND', agentIdentifier } });
}

function agentRequired(): AppError {
  return new AppError('container_agent_required', { extra: { code: 'AGENT_REQUIRED' } });
}

function noAgents(): AppError {
  return new AppError('container_no_agents', { extra: { code: 'NO_AGENTS' } });
}
