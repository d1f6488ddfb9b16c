import { Body, Controller, Get, Headers, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../kernel/access/declaration/access.decorator.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import { Operation } from '../../../kernel/http/openapi/operation.decorator.js';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import {
  InstallCompleteRequest,
  InstallCompleteResponse,
  InstallScriptQuery,
  SAFE_URL,
} from './dto/installer.dto.js';
import { commandLinePackage, installScript } from './install-script.js';
import { isTool } from './model/install-tools.js';
import { InstallationsService } from './installations.service.js';
import { installerErrors } from './installer.errors.js';

/** Setting up a machine, outside the public API (01 §19.9). */
@Controller('v1')
@ApiTags('Internal')
@Public()
export class InstallerController {
  constructor(
    private readonly urls: PublicUrls,
    private readonly installations: InstallationsService,
  ) {}

  @Get('install/cli')
  @Operation({
    summary: 'Get the shell script that installs the command line and connects the machine',
    description:
      'Public, because it is fetched before a person has logged in. With a key in the URL the script ' +
      'connects the machine without a login, and the installation counts as started.',
    response: { mediaType: 'text/plain' },
  })
  async getCliInstallScript(
    @Query() query: InstallScriptQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { key = '', tool, agent = '' } = query;
    const url = query.url ?? this.urls.api(request);
    if (!SAFE_URL.test(url)) throw invalidRequest('url is needed');
    // Whoever runs the script believes this server, so it must not send them, and their key, anywhere else.
    if (!URL.canParse(url) || !this.urls.isOwn(url, request)) {
      throw invalidRequest('url must be an address of this server');
    }
    if (key !== '') await this.installations.begin(key);
    // Older links name the tool as the agent (01 §19.9.2).
    const legacy = tool === undefined && isTool(agent);
    void reply.headers({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      ...(key !== '' && { pragma: 'no-cache' }),
    });
    return installScript({
      url: url.replace(/\/+$/, '').replace(/\/v1$/, ''),
      key,
      tool: legacy ? agent : (tool ?? ''),
      agent: legacy ? '' : agent,
    });
  }

  @Get('install/cgw.tgz')
  @Operation({
    summary: 'Get the command-line client in the version of this server',
    description:
      'An npm package with one program for Node.js 20 or newer. Public, because the install script ' +
      'fetches it before a person has logged in.',
    response: { mediaType: 'application/gzip' },
    errors: [installerErrors.command_line_missing],
  })
  async downloadCommandLine(@Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const archive = await commandLinePackage();
    void reply.headers({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' });
    return archive;
  }

  @Post('onboarding/install-complete')
  @ApiHeader({ name: 'X-API-Key', required: true, description: 'Workspace API key' })
  @Operation({
    summary: 'Report that an installation is complete',
    description:
      'The last line of the install script calls this endpoint, with the workspace key in its own ' +
      "header. It marks the onboarding of the key's owner as complete.",
    response: InstallCompleteResponse,
    security: ['workspaceKey'],
    errors: [installerErrors.install_key_refused],
  })
  async reportInstallComplete(
    @Headers('x-api-key') key: string | undefined,
    @Body() body: InstallCompleteRequest,
  ): Promise<InstallCompleteResponse> {
    await this.installations.complete(key ?? '', body.type);
    return { ok: true };
  }
}
