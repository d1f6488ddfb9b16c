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
      'Answers anybody as soon as the API serves requests, and asks nothing of the database. ' +
      '`version` is the version of the server, not of this interface.',
    response: HealthResponse,
  })
  getHealth(): HealthResponse {
    return { ...this.gatewayHealth(), timestamp: new Date().toISOString() };
  }

  @Get('healthz')
  @OnBothOrigins()
  @ApiTags('Internal')
  @Operation({
    summary: 'Report that the process lives',
    description:
      'For the liveness probe of an orchestrator: anybody gets an answer while the process can ' +
      'answer at all. It looks at nothing else, so a database that is down does not restart the ' +
      'process.',
    response: LivenessResponse,
  })
  gatewayHealth(): LivenessResponse {
    return { status: 'ok', version: this.configuration.appVersion };
  }

  @Get('readyz')
  @OnBothOrigins()
  @ApiTags('Internal')
  @Operation({
    summary: 'Report whether to send traffic here',
    description:
      'For load balancers: `503` while the database cannot be reached and once a shutdown has ' +
      'begun, with the failing checks by name. A Redis that is down is named too, but takes no ' +
      'traffic away.',
    response: ReadinessResponse,
  })
  @ApiResponse({
    status: 503,
    description: 'The database is unreachable, or a drain has begun',
    type: ReadinessResponse,
  })
  async gatewayReadiness(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const report = await this.readiness.report();
    if (report.status !== 'ok') reply.code(503);
    return report;
  }
}
