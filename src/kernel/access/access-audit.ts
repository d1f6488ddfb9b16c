import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { accessOf, type RouteAccess } from './access.decorator.js';

interface ControllerClass {
  readonly name: string;
  readonly prototype: unknown;
}

/** At boot: a route about which nobody said who may call it stops the process (ADR 4). */
@Injectable()
export class AccessAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const faults = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? this.faultsOf(metatype) : []));
    if (faults.length > 0) throw new Error(['Routes without a usable access rule:', ...faults].join('\n  '));
  }

  private faultsOf(controller: ControllerClass): string[] {
    const prototype = controller.prototype as Record<string, object>;
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name];
      if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
      const fault = faultOf(accessOf(handler, controller));
      return fault === null ? [] : [`${routeOf(controller, handler)} (${controller.name}.${name}): ${fault}`];
    });
  }
}

/** What makes a rule unusable, in words for the one who wrote it; null when it is fine. */
export function faultOf(rule: RouteAccess | undefined): string | null {
  if (rule === undefined) return 'neither @Access nor @Public';
  if (rule.public) return null;
  if (rule.as.length === 0) return 'accepts no credential';
  if (rule.sessionOnly && rule.as.some((kind) => kind !== 'session'))
    return 'session-only, yet accepts a key';
  if (rule.role !== undefined && !['organization', 'workspace'].includes(rule.level)) {
    return 'names a role without an organization to hold it in';
  }
  if (rule.ownerInEveryEdition && rule.role !== 'owner') return 'ownerInEveryEdition without role owner';
  if (rule.needsWorkspace && rule.level === 'workspace') return 'level workspace always needs one';
  return null;
}

function routeOf(controller: ControllerClass, handler: object): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const paths = [controller, handler].map((target) =>
    String(Reflect.getMetadata(PATH_METADATA, target) ?? ''),
  );
  return `${method} /${paths.join('/').split('/').filter(Boolean).join('/')}`;
}
