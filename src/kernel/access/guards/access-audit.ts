import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ApplicationConfig, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { accessOf, faultOf } from '../declaration/access.decorator.js';
import { ACCESS_CHAIN } from './access-chain.js';

interface ControllerClass {
  readonly name: string;
  readonly prototype: unknown;
}

/**
 * At boot: a route about which nobody said who may call it, or guards in another order than the chain's, stop the
 * process (ADR 4).
 */
@Injectable()
export class AccessAudit implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly application: ApplicationConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.requireChain();
    const faults = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? this.faultsOf(metatype) : []));
    if (faults.length > 0) throw new Error(['Routes without a usable access rule:', ...faults].join('\n  '));
  }

  private requireChain(): void {
    const names = this.application.getGlobalGuards().map(({ constructor }) => constructor.name);
    const expected = ACCESS_CHAIN.map(({ name }) => name);
    if (names.join() !== expected.join())
      throw new Error(`The guards run as ${names.join(', ')} instead of ${expected.join(', ')}`);
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

function routeOf(controller: ControllerClass, handler: object): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const paths = [controller, handler].map((target) =>
    String(Reflect.getMetadata(PATH_METADATA, target) ?? ''),
  );
  return `${method} /${paths.join('/').split('/').filter(Boolean).join('/')}`;
}
