import { Body, Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { SessionCookies } from '../../../kernel/access/sessions/session-cookie.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import {
  BootstrapInstanceRequest,
  BootstrappedInstanceResponse,
  InstanceBootstrapResponse,
  InstanceResponse,
} from './dto/instance.dto.js';
import { SessionClients } from '../identity/sessions/session-clients.js';
import { FirstRunGuard } from './first-run.guard.js';
import { FirstRunService } from './first-run.service.js';
import { InstanceService } from './instance.service.js';
import { BOOTSTRAP } from './instance.throttles.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { instanceErrors } from './instance.errors.js';

@Controller('v1/instance')
@ApiTags('Instance')
@Public()
export class InstanceController {
  constructor(
    private readonly instance: InstanceService,
    private readonly firstRun: FirstRunService,
    private readonly cookies: SessionCookies,
    private readonly clients: SessionClients,
  ) {}

  @Get()
  @Operation({
    summary: 'Get edition, version and runner state of the deployment',
    description:
      'Public. Returns the edition of the deployment, whether Enterprise features are licensed, and ' +
      'whether a runner for hosted agents is online.',
    response: InstanceResponse,
  })
  getInstance(): Promise<InstanceResponse> {
    return this.instance.facts();
  }

  @Get('bootstrap')
  @Operation({
    summary: 'Get what sign-in pages need to know',
    description:
      'What a sign-in page needs before anyone has a credential: whether the first account is still to ' +
      'be created, how people may register and sign in, and which settings the operator left open.',
    response: InstanceBootstrapResponse,
  })
  getInstanceBootstrap(@Req() request: FastifyRequest): Promise<InstanceBootstrapResponse> {
    return this.instance.bootstrap(this.clients.of(request));
  }

  @Post('bootstrap')
  @Throttled(BOOTSTRAP)
  @UseGuards(FirstRunGuard)
  @Operation({
    summary: 'Create the first account with its organization and workspace',
    description:
      'Works once per deployment. It needs no credential, except the setup token where one is ' +
      'configured or the request comes from another machine. The first person becomes the owner of a ' +
      'new organization and workspace. The response sets a session cookie and contains a workspace API ' +
      'key.',
    success: 201,
    response: BootstrappedInstanceResponse,
    showsCredential: true,
    errors: [
      instanceErrors.setup_token_refused,
      instanceErrors.first_run_by_foreign_name,
      instanceErrors.instance_already_bootstrapped,
      platformErrors.cross_site_request,
    ],
  })
  async bootstrapInstance(
    @Body() body: BootstrapInstanceRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BootstrappedInstanceResponse> {
    const client = this.clients.of(request);
    const { user, opened, ...made } = await this.firstRun.bootstrap(body, client);
    const { organizationId, workspaceId, apiKey } = made;
    this.cookies.issue(reply, opened.token, { persistent: true });
    return { user: { id: user.id, name: user.name, email: user.email }, organizationId, workspaceId, apiKey };
  }
}
