import { Injectable } from '@nestjs/common';
import { mostPreferred } from '../../../domain/policy/secret-choice.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { AccessibleSecret } from '../../policy/agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../../policy/agent-snapshot/agent-access.loader.js';
import type { AgentRow } from '../../policy/agents/agent.view.js';
import { AgentsService } from '../../policy/agents/agents.service.js';
import { CertificateAuthority } from '../../foundation/certificate-authority/certificate-authority.js';
import { SecretValues } from '../../credentials/secrets/secret-values.js';
import { WorkspacesService } from '../../people/workspaces/workspaces.service.js';
import { codexAuthFile } from './codex-auth-file.js';
import type { ContainerConfigResponse } from './dto/utility.dto.js';
import { utilityErrors } from './utility.errors.js';

/** Opaque to clients: they mount the certificate where the server says (01 §19.5). */
const CA_CONTAINER_PATH = '/tmp/credential-gateway-ca.pem';
const CODEX_HOME = '/home/node/.codex';
const PLACEHOLDER = 'placeholder';

/** What a launcher needs to run a process behind the gateway (01 §19.5). */
@Injectable()
export class ContainerConfigService {
  constructor(
    private readonly configuration: Configuration,
    private readonly agents: AgentsService,
    private readonly loader: AgentAccessLoader,
    private readonly values: SecretValues,
    private readonly authority: CertificateAuthority,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * `identifier` names the agent, absent or empty means the default one; `dashboardUrl` starts the links in
   * warnings. Errors are the flat ones of 01 §19.5.5; nothing is ever created by this call.
   */
  async build(
    scope: WorkspaceScope,
    identifier: string | undefined,
    dashboardUrl: string,
  ): Promise<ContainerConfigResponse> {
    const config = await this.compose(scope, identifier, dashboardUrl);
    await this.workspaces.markAgentConnected(scope);
    return config;
  }

  private async compose(
    scope: WorkspaceScope,
    identifier: string | undefined,
    dashboardUrl: string,
  ): Promise<ContainerConfigResponse> {
    const agent = identifier ? await this.named(scope, identifier) : await this.default(scope);
    const caCertificate = this.authority.certificatePem();
    if (caCertificate === null) throw new AppError(utilityErrors.container_ca_missing);
    const access = await this.loader.byAgent(scope, agent.id);
    if (access === null) throw agentNotFound(agent.identifier);
    const anthropic = preferred(access.secrets, 'anthropic');
    const openai = preferred(access.secrets, 'openai');
    const stubs = openai?.metadata?.authMode === 'oauth' ? [codexStub()] : [];
    const warnings = await this.warningsFor(anthropic, llmKeysLink(dashboardUrl, scope));
    return {
      env: { ...this.proxyEnvironment(agent), ...llmEnvironment(anthropic, openai) },
      caCertificate,
      caCertificateContainerPath: CA_CONTAINER_PATH,
      ...(stubs.length > 0 && { credentialStubs: stubs }),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  private async named(scope: WorkspaceScope, identifier: string): Promise<AgentRow> {
    const agent = await this.agents.findByIdentifier(scope, identifier);
    if (agent === null) throw agentNotFound(identifier);
    return agent;
  }

  /** The default agent; without one it matters whether there is any agent to name (01 §19.5.5). */
  private async default(scope: WorkspaceScope): Promise<AgentRow> {
    const agent = await this.agents.findDefault(scope);
    if (agent !== null) return agent;
    throw (await this.agents.count(scope)) === 0
      ? new AppError(utilityErrors.container_no_agents, { extra: { code: 'NO_AGENTS' } })
      : new AppError(utilityErrors.container_agent_required, { extra: { code: 'AGENT_REQUIRED' } });
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

  private async warningsFor(anthropic: AccessibleSecret | undefined, link: string): Promise<string[]> {
    if (!anthropic) return [`No Anthropic credential is granted to this agent. Add one at ${link}.`];
    if (anthropic.valueSource === 'inline' && (await this.values.resolve(anthropic)) === null) {
      return [
        `The stored Anthropic credential "${anthropic.name}" cannot be decrypted. Replace it at ${link}.`,
      ];
    }
    return [];
  }
}

/** Of several granted secrets of a type the one the gateway prefers, the workspace's first (01 §19.5.2). */
function preferred(
  secrets: readonly AccessibleSecret[],
  type: AccessibleSecret['type'],
): AccessibleSecret | undefined {
  return mostPreferred(secrets.filter((secret) => secret.type === type));
}

/** The dashboard page that adds an Anthropic key (01 §25). */
function llmKeysLink(dashboardUrl: string, { workspaceId }: WorkspaceScope): string {
  return `${dashboardUrl}/w/${encodeURIComponent(workspaceId)}/connections/llms?create=anthropic`;
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
  return new AppError(utilityErrors.container_agent_not_found, {
    extra: { code: 'AGENT_NOT_FOUND', agentIdentifier },
  });
}
