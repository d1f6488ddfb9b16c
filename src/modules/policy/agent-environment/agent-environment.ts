import { Injectable } from '@nestjs/common';
import { CERTIFICATE_VARIABLES } from '../../../domain/agents/certificate-variables.js';
import { mostPreferred } from '../../../domain/decision/policy/choices/secret-choice.js';
import type { WorkspaceScope } from '../../../kernel/database/scope.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { CertificateAuthority } from '../../foundation/certificate-authority/certificate-authority.js';
import { INLINE } from '../../credentials/secret-sources/secret-source.js';
import { SecretValues } from '../../credentials/secrets/secret-values.js';
import type { AccessibleSecret } from '../agent-snapshot/agent-access.js';
import { AgentAccessLoader } from '../agent-snapshot/agent-access.loader.js';
import type { AgentRow } from '../agents/records/agent.view.js';
import { AgentTokens } from '../agents/agent-tokens.js';
import { codexAuthFile } from './codex-auth-file.js';

/** Opaque to clients: they mount the certificate where the server says (01 §19.5). */
const CA_CONTAINER_PATH = '/tmp/credential-gateway-ca.pem';
const CODEX_HOME = '/home/node/.codex';
const PLACEHOLDER = 'placeholder';

/** What a process needs to run as an agent behind the gateway. Of credentials it holds the agent's own token only. */
export interface AgentSurroundings {
  env: Record<string, string>;
  caCertificate: string;
  caCertificateContainerPath: string;
  /** Files that tools insist on. */
  stubs: { containerPath: string; content: string }[];
  warnings: string[];
}

/** The surroundings of an agent, for a launcher of one's own (01 §19.5) and for a runner (04 §9.3). */
@Injectable()
export class AgentEnvironment {
  constructor(
    private readonly configuration: Configuration,
    private readonly tokens: AgentTokens,
    private readonly loader: AgentAccessLoader,
    private readonly values: SecretValues,
    private readonly authority: CertificateAuthority,
  ) {}

  /** `dashboardUrl` starts the links in warnings. A word tells what is missing. */
  async of(
    scope: WorkspaceScope,
    agent: AgentRow,
    dashboardUrl: string,
  ): Promise<AgentSurroundings | 'no_certificate' | 'no_agent'> {
    const caCertificate = this.authority.certificatePem();
    if (caCertificate === null) return 'no_certificate';
    const access = await this.loader.byAgent(scope, agent.id);
    if (access === null) return 'no_agent';
    const anthropic = preferred(access.secrets, 'anthropic');
    const openai = preferred(access.secrets, 'openai');
    return {
      env: { ...this.proxyEnvironment(agent), ...llmEnvironment(anthropic, openai) },
      caCertificate,
      caCertificateContainerPath: CA_CONTAINER_PATH,
      stubs: openai?.metadata?.authMode === 'oauth' ? [codexStub()] : [],
      warnings: await this.warningsFor(anthropic, llmKeysLink(dashboardUrl, scope)),
    };
  }

  private proxyEnvironment(agent: AgentRow): Record<string, string> {
    const proxy = `http://x:${this.tokens.of(agent)}@${this.configuration.gatewayBaseUrl}`;
    return {
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      https_proxy: proxy,
      http_proxy: proxy,
      ...Object.fromEntries(CERTIFICATE_VARIABLES.map((name) => [name, CA_CONTAINER_PATH])),
      NODE_USE_ENV_PROXY: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
    };
  }

  private async warningsFor(anthropic: AccessibleSecret | undefined, link: string): Promise<string[]> {
    if (!anthropic) return [`No Anthropic credential is granted to this agent. Add one at ${link}.`];
    if (anthropic.sourceKind === INLINE && (await this.values.resolve(anthropic)) === null) {
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
