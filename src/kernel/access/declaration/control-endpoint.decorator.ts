import { applyDecorators } from '@nestjs/common';
import { OnBothOrigins, OnGatewayOrigin } from '../../routes/origins.js';
import { RouteSetting } from '../../routes/route-setting.decorator.js';
import { Access, type AccessRule } from './access.decorator.js';
import { Throttled } from '../throttling/throttle.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A control endpoint: its refusals read as on the gateway's origin wherever it is asked. */
    control?: true;
  }
}

export interface ControlRule extends Pick<AccessRule, 'edition' | 'feature' | 'licensedByHandler'> {
  as?: AccessRule['as'];
  level?: AccessRule['level'];
  /** Not on the management origin. */
  gatewayOnly?: true;
}

const UNLIMITED = { name: 'control', limits: [] };

/**
 * An endpoint of the gateway's own origin, answered alike on the management origin (01 §1.1, 06 §15.3): credential and
 * workspace in headers only, flat refusals, no limit by number.
 */
export function ControlEndpoint({ gatewayOnly, ...rule }: ControlRule = {}): MethodDecorator {
  return applyDecorators(
    Access({ as: ['workspace-key', 'org-key', 'session'], level: 'workspace', ...rule, control: true }),
    Throttled(UNLIMITED),
    RouteSetting({ control: true }),
    gatewayOnly ? OnGatewayOrigin() : OnBothOrigins(),
  );
}
