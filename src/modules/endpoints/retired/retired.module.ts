import { Module } from '@nestjs/common';
import { OpenApiContributions } from '../../../kernel/http/openapi/openapi-contributions.js';
import { retiredController } from './retired.controller.js';
import { retiredPaths } from './retired.openapi.js';
import { RETIREMENTS } from './retirements.js';

const RETIRED = RETIREMENTS.map((retirement) => ({ retirement, controller: retiredController(retirement) }));

@Module({ controllers: RETIRED.map(({ controller }) => controller) })
export class RetiredModule {
  constructor(contributions: OpenApiContributions) {
    for (const { retirement, controller } of RETIRED) {
      contributions.register(retiredPaths(retirement, controller));
    }
  }
}
