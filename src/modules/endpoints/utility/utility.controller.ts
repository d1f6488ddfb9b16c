import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import type { WorkspaceCaller } from '../../../kernel/access/declaration/caller.js';
import { CurrentCaller } from '../../../kernel/access/declaration/current-caller.decorator.js';
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
    summary: 'Where agents find the gateway',
    description:
      'The same for everybody and without a credential; it is what proxy settings of agents point ' + 'to.',
    response: GatewayUrlResponse,
  })
  getGatewayUrl(@Req() request: FastifyRequest): GatewayUrlResponse {
    return { url: this.urls.gateway(request) };
  }

  @Get('gateway/ca')
  @Public()
  @OnBothOrigins()
  @Operation({
    summary: 'Certificate of the authority that signs for intercepted hosts',
    description:
      'Public on both origins: whoever runs an agent has to trust this authority. The private key ' +
      'never leaves the server.',
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
    summary: 'Numbers of the workspace overview',
    description: 'What the overview shows above its lists, counted in one go.',
    response: CountsResponse,
  })
  getCounts(@CurrentCaller() caller: WorkspaceCaller): Promise<CountsResponse> {
    return this.countsService.of(caller);
  }

  @Get('container-config')
  @Operation({
    summary: 'Environment and files that put a process behind the gateway',
    description:
      'Everything a launcher has to set and mount so that a process works through the gateway as ' +
      "the agent. The agent's token is the only secret in it; credentials of APIs appear as " +
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
    summary: 'Tools with a stub',
    description:
      'Tools that refuse to start without a credential file of their own, by the name to ask for ' + 'one.',
    response: CredentialStubListResponse,
  })
  listCredentialStubs(): CredentialStubListResponse {
    return { agents: this.stubs.list() };
  }

  @Get('credential-stubs/:agent')
  @Operation({
    summary: 'Placeholder credential file of a tool',
    description:
      'A file that satisfies the tool and holds no credential: the gateway puts in the real one on ' +
      'the way. Made anew for every call.',
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
    summary: 'Skill file that teaches a coding agent to work behind the gateway',
    description:
      'Markdown to be put where the agent keeps its skills. For some frameworks the text waits to ' +
      'be called upon, for others it offers itself.',
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
