import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Public } from '../../../kernel/access/declaration/access.decorator.js';
import {
  type Caller,
  type WorkspaceCaller,
  CurrentCaller,
} from '../../../kernel/access/declaration/caller.js';
import { Throttled } from '../../../kernel/access/throttling/throttle.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import { DeviceLoginOptions } from './device-login-options.js';
import { DeviceLoginService } from './device-login.service.js';
import {
  ConfirmDeviceLoginRequest,
  ConfirmDeviceLoginResponse,
  DeviceLoginOptionsQuery,
  DeviceLoginOptionsResponse,
  DeviceLoginPollQuery,
  DeviceLoginPollResponse,
  DeviceLoginResponse,
} from './dto/device-login.dto.js';
import { CONFIRM, OPEN_CLI_SESSION, POLL } from './device-login.throttles.js';
import { deviceLoginErrors } from './device-login.errors.js';
import { identityErrors } from '../identity/model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

@Controller('v1/auth/cli')
@ApiTags('Internal')
export class DeviceLoginController {
  constructor(
    private readonly logins: DeviceLoginService,
    private readonly choices: DeviceLoginOptions,
    private readonly urls: PublicUrls,
  ) {}

  @Post('session')
  @Public()
  @Throttled(OPEN_CLI_SESSION)
  @Operation({
    summary: 'Start the login of a command-line client',
    description:
      'Needs no credential. It only returns a code and the page on which a person confirms the login. ' +
      'The code expires by itself.',
    response: DeviceLoginResponse,
    showsCredential: true,
    fault: deviceLoginErrors.device_login_failed,
  })
  async createCliAuthSession(@Req() request: FastifyRequest): Promise<DeviceLoginResponse> {
    const code = await this.logins.start();
    return { code, auth_url: `${this.urls.dashboard(request)}/auth/cli?code=${code}` };
  }

  @Get('poll')
  @Public()
  @Throttled(POLL)
  @Operation({
    summary: 'Poll whether the login was confirmed; returns the key once',
    description:
      'The code is the only credential. After a person has confirmed, exactly one response contains ' +
      'the key, and every later one says `expired`.',
    response: DeviceLoginPollResponse,
    showsCredential: true,
  })
  pollCliAuthSession(@Query() { code }: DeviceLoginPollQuery): Promise<DeviceLoginPollResponse> {
    return this.logins.poll(code);
  }

  @Get('options')
  @Access({
    as: ['session'],
    level: 'person',
    sessionOnly: true,
    refusals: { unauthenticated: identityErrors.session_missing },
  })
  @Operation({
    summary: 'List the workspaces to which a command-line client can be given access',
    description:
      'For the page that confirms a login; requires a session. Lists only the workspaces that the ' +
      'person may use.',
    response: DeviceLoginOptionsResponse,
    errors: [
      deviceLoginErrors.device_login_expired,
      deviceLoginErrors.device_login_unknown,
      deviceLoginErrors.device_login_confirmed,
    ],
  })
  async listCliAuthOptions(
    @CurrentCaller() { userId }: Caller,
    @Query() { code }: DeviceLoginOptionsQuery,
  ): Promise<DeviceLoginOptionsResponse> {
    if (code !== undefined) await this.logins.requireWaiting(code);
    return this.choices.of(userId);
  }

  @Post('confirm')
  @Access({
    as: ['session'],
    level: 'workspace',
    sessionOnly: true,
    dashboardOnly: true,
    refusals: { foreignOrigin: platformErrors.foreign_dashboard },
  })
  @Throttled(CONFIRM)
  @Operation({
    summary: 'Give the waiting command-line client access to the workspace',
    description:
      'Requires a session and a page of the dashboard as origin. The client that polls with this code ' +
      'receives your key for the workspace of this request.',
    response: ConfirmDeviceLoginResponse,
    errors: [
      deviceLoginErrors.device_login_expired,
      deviceLoginErrors.device_login_unknown,
      deviceLoginErrors.device_login_confirmed,
    ],
  })
  async confirmCliAuthSession(
    @CurrentCaller() caller: WorkspaceCaller,
    @Body() { code }: ConfirmDeviceLoginRequest,
  ): Promise<ConfirmDeviceLoginResponse> {
    await this.logins.confirm(caller, code);
    return { status: 'ok' };
  }
}
