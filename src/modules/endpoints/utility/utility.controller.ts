import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import { type WorkspaceCaller, CurrentCaller } from '../../../kernel/access/declaration/caller.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { OnBothOrigins } from '../../../kernel/routes/origins.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { CertificateAuthority } from '../../foundation/certificate-authority/certificate-authority.js';
import { ContainerConfigService } from './container-config.service.js';
import { CountsService } from './counts.service.js';
import { CredentialStubsService } from './credential-stubs.service.js';
import {
  ContainerConfigResponse,
  ContainerConfigQuery,
  CountsResponse,
  CredentialStubResponse,
  CredentialStubListResponse,
  GatewaySkillQuery,
  GatewayUrlResponse,
} from './dto/utility.dto.js';
import { gatewaySkill } from './gateway-skill.js';
import { utilityErrors } from './utility.errors.js';

@Controller('v1')
@ApiTags('Utility')
@Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace' })
export class UtilityController {
  constructor(
    private readonly urls: PublicUrls,
    private readonly authority: CertificateAuthority,
    private readonly countsService: CountsService,
    private readonly containerConfigService: ContainerConfigService,
    private readonly stubs: CredentialStubsService,
  ) {}

  @Get('gateway-url')
  @Public()
  @Operation({
    summary: 'Get the URL of the gateway',
    description: 'Public, and the same for every caller. Proxy settings of agents use this URL.',
    response: GatewayUrlResponse,
  })
  getGatewayUrl(@Req() request: FastifyRequest): GatewayUrlResponse {
    return { url: this.urls.gateway(request) };
  }

  @Get('gateway/ca')
  @Public()
  @OnBothOrigins()
  @Operation({
    summary: 'Get the certificate of the authority that signs for intercepted hosts',
    description:
      'Public on both origins: clients of the gateway must trust this authority. The private key never ' +
      'leaves the server.',
    response: { mediaType: 'application/x-pem-file' },
    errors: [utilityErrors.gateway_ca_missing],
  })
  downloadGatewayCa(@Res({ passthrough: true }) reply: FastifyReply): string {
    const pem = this.authority.certificatePem();
    if (pem === null) throw new AppError(utilityErrors.gateway_ca_missing);
    void reply
      .header('content-type', 'application/x-pem-file')
      .header('content-disposition', 'attachment; filename="gateway-ca.pem"');
    return pem;
  }

  @Get('counts')
  @Operation({
    summary: 'Count the agents, apps and secrets of the workspace',
    description: 'The numbers of the overview in one request.',
    response: CountsResponse,
  })
  getCounts(@CurrentCaller() caller: WorkspaceCaller): Promise<CountsResponse> {
    return this.countsService.of(caller);
  }

  @Get('container-config')
  @Operation({
    summary: 'Get the environment and files for a process behind the gateway',
    description:
      'The variables and files that a launcher sets and mounts so that a process works through the ' +
      "gateway as the agent. The agent's token is the only secret in it. Credentials of APIs are " +
      'placeholders.',
    response: ContainerConfigResponse,
    showsCredential: true,
    errors: [
      utilityErrors.container_agent_not_found,
      utilityErrors.container_agent_required,
      utilityErrors.container_no_agents,
      utilityErrors.container_ca_missing,
    ],
    fault: utilityErrors.container_config_failed,
  })
  getContainerConfig(
    @CurrentCaller() caller: WorkspaceCaller,
    @Query() query: ContainerConfigQuery,
    @Req() request: FastifyRequest,
  ): Promise<ContainerConfigResponse> {
    return this.containerConfigService.build(caller, query.agent, this.urls.dashboard(request));
  }

  @Get('credential-stubs')
  @Operation({
    summary: 'List the tools that have a placeholder credential file',
    description: 'The tools that do not start without their own credential file, by the name to request one.',
    response: CredentialStubListResponse,
  })
  listCredentialStubs(): CredentialStubListResponse {
    return { agents: this.stubs.list() };
  }

  @Get('credential-stubs/:agent')
  @Operation({
    summary: 'Get the placeholder credential file of a tool',
    description:
      'A file that the tool accepts and that contains no credential. The gateway writes the real ' +
      'credential into the request. Every call returns a new file.',
    response: CredentialStubResponse,
    errors: [utilityErrors.credential_stub_unknown],
  })
  getCredentialStub(
    @CurrentCaller() caller: WorkspaceCaller,
    @Param('agent') agent: string,
  ): Promise<CredentialStubResponse> {
    return this.stubs.of(caller, agent);
  }

  @Get('skill/gateway')
  @Operation({
    summary: 'Get the skill file that explains the gateway to a coding agent',
    description:
      'Markdown for the skill directory of the agent. Depending on the framework, the agent loads the ' +
      'skill on demand or automatically.',
    response: { mediaType: 'text/markdown' },
  })
  getGatewaySkill(
    @Query() query: GatewaySkillQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    void reply.header('content-type', 'text/markdown; charset=utf-8');
    return gatewaySkill(query.agent_framework);
  }
}
