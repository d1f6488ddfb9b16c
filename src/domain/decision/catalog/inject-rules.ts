import { HostIndex } from '../matching/host-index.js';
import type { InjectRule } from './model/inject-model.js';
import type { CatalogApp } from './model/model.js';

/** Of one app. Names are chosen by agents, so what is remembered is bounded. */
const MAX_REMEMBERED = 64;
const NONE: readonly InjectRule[] = Object.freeze([]);

/**
 * What an app writes on a host. Asked for every request with an account: in the steady state two map accesses, however
 * many apps there are. The memo changes no answer.
 */
export class InjectRules {
  private readonly apps: ReadonlyMap<string, RulesOfApp>;

  constructor(apps: readonly CatalogApp[]) {
    this.apps = new Map(apps.map((app) => [app.id, new RulesOfApp(app)]));
  }

  /** In the order of the entry; `host` normalised. */
  on(provider: string, host: string): readonly InjectRule[] {
    return this.apps.get(provider)?.on(host) ?? NONE;
  }
}

class RulesOfApp {
  private readonly index = new HostIndex<{ at: number; rule: InjectRule }>();
  private readonly remembered = new Map<string, readonly InjectRule[]>();

  constructor({ hosts }: CatalogApp) {
    for (const [at, { host, inject, pathPrefix, onlyHost }] of hosts.entries()) {
      if (inject === undefined) continue;
      const rule = { inject, pathPrefix: pathPrefix ?? null, onlyHost: onlyHost ?? null };
      this.index.add(host, { at, rule });
    }
  }

  on(host: string): readonly InjectRule[] {
    const known = this.remembered.get(host);
    if (known !== undefined) return known;
    const found = this.index.collect(host).sort((one, other) => one.at - other.at);
    const rules = found.length === 0 ? NONE : found.map(({ rule }) => rule);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value!);
    this.remembered.set(host, rules);
    return rules;
  }
}

/** As for a plain allow, both forms must be under the prefix: dot segments lead from no rule to another (02 §11.2). */
export function ruleServes({ pathPrefix }: InjectRule, path: string, canonicalPath: string): boolean {
  return pathPrefix === null || (path.startsWith(pathPrefix) && canonicalPath.startsWith(pathPrefix));
}
