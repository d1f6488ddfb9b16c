import { Controller, Get, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/declaration/access.decorator.js';
import { Configuration } from '../config/configuration.js';
import { Operation } from '../http/openapi/operation.decorator.js';
import { OnBothOrigins } from '../routes/origins.js';
import { HealthResponse, LivenessResponse, ReadinessResponse } from './health.dto.js';
import { Readiness } from './readiness.js';

/** Health (01 §23, 06 §18). */
@Controller()
@Public()
export class HealthController {
  constructor(
    private readonly configuration: Configuration,
    private readonly readiness: Readiness,
  ) {}

  @Get('v1/health')
  @ApiTags('Utility')
  @Operation({
    summary: 'Report that the API answers',
    description:
      'Always public. The server answers as soon as the API serves requests, without a database query. ' +
      '`version` is the version of the server, not of this API.',
    response: HealthResponse,
  })
  getHealth(): HealthResponse {
    return { ...this.gatewayHealth(), timestamp: new Date().toISOString() };
  }

  @Get('healthz')
  @OnBothOrigins()
  @ApiTags('Internal')
  @Operation({
    summary: 'Report that the process is alive',
    description:
      'Liveness probe for an orchestrator. It is public and checks only that the process can answer, ' +
      'so an unreachable database does not restart the process.',
    response: LivenessResponse,
  })
  gatewayHealth(): LivenessResponse {
    return { status: 'ok', version: this.configuration.appVersion };
  }

  @Get('readyz')
  @OnBothOrigins()
  @ApiTags('Internal')
  @Operation({
    summary: 'Report whether the process can take traffic',
    description:
      'Readiness probe for load balancers. It answers `503` with the names of the failing checks while ' +
      'the database is unreachable, and once a shutdown has begun. A Redis failure is reported too, ' +
      'but the server stays ready.',
    response: ReadinessResponse,
  })
  @ApiResponse({
    status: 503,
    description: 'The database is unreachable, or a shutdown has begun',
    type: ReadinessResponse,
  })
  async gatewayReadiness(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const report = await this.readiness.report();
    if (report.status !== 'ok') reply.code(503);
    return report;
  }
}
