import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { Database } from '../../../kernel/database/database.js';
import { EditionsService } from './editions.service.js';
import type { PlanGate } from './plans.js';

const GATE = Symbol('plan-gate');

/** On Cloud: refuses before the body is validated (05 §1.4). Its module imports `EditionsModule`. */
@Injectable()
class PlanGuard implements CanActivate {
  constructor(
    private readonly db: Database,
    private readonly editions: EditionsService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const gate = Reflect.getMetadata(GATE, context.getHandler()) as PlanGate;
    const { organizationId } = context.switchToHttp().getRequest<FastifyRequest>()
      .principal as OrganizationCaller;
    await this.editions.requirePlan(this.db, organizationId, gate);
    return true;
  }
}

/** The whole operation needs a plan; documents nothing, so `plan_required` stands among its errors. */
export function RequiresPlan(gate: PlanGate): MethodDecorator {
  return applyDecorators(SetMetadata(GATE, gate), UseGuards(PlanGuard));
}
