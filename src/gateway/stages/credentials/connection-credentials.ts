import { Injectable } from '@nestjs/common';
import { type InjectRule } from '../../../domain/decision/catalog/model/inject-model.js';
import { ruleServes } from '../../../domain/decision/catalog/inject-rules.js';
import {
  injectionsOf,
  slotsOfInject,
  tenantHost,
} from '../../../domain/decision/injection/connection-writers.js';
import type { Injection, Slot } from '../../../domain/decision/injection/request-edits/model.js';
import {
  AccessTokens,
  type ConnectionToken,
} from '../../../modules/credentials/connection-tokens/access-tokens.js';
import { AppCatalog } from '../../../modules/foundation/app-catalog/catalog.js';
import type {
  AccessibleConnection,
  AgentAccess,
} from '../../../modules/policy/agent-snapshot/agent-access.js';
import { credentialUnavailable } from '../../refusals/connection-refusals.js';
import type { EvaluatedRequest } from '../../exchange/exchange.js';
import { goesOn, refused, type Outcome } from '../../exchange/progress.js';

type ServedRequest = Pick<EvaluatedRequest, 'host' | 'path' | 'canonicalPath'>;

/** What the credential of an account does to one request. */
export interface ConnectionCredential {
  readonly injections: readonly Injection[];
  /** What it was made of; null where there was nothing to make it of. */
  readonly token: ConnectionToken | null;
}

/** What a rule writes with one token; `host` null: wherever the rule is. */
interface RulePlan {
  readonly host: string | null;
  readonly step: Outcome<ConnectionCredential>;
}

const NOTHING: Outcome<ConnectionCredential> = Object.freeze(goesOn({ injections: [], token: null }));

/**
 * What the credential of a connection writes into a request (03 §12.2). A port, because a token may have to be
 * refreshed, minted or scoped first; no injections mean that the connection has nothing for this request.
 */
export abstract class ConnectionCredentials {
  /** Refused where a credential that is narrower than the account's own cannot be made (06 §11.4.5). */
  abstract produce(
    connection: AccessibleConnection,
    request: ServedRequest,
    access: Pick<AgentAccess, 'resourceScopes'>,
  ): Outcome<ConnectionCredential> | Promise<Outcome<ConnectionCredential>>;

  /** What is written instead after the upstream refused `used` (06 §11.4.3); null when there is no other token. */
  abstract renew(
    connection: AccessibleConnection,
    request: ServedRequest,
    used: ConnectionToken,
  ): Promise<readonly Injection[] | null>;

  /** The slots `produce` would write. Nobody is asked, and what is stored is opened for the account's own host alone. */
  abstract slotsFor(connection: AccessibleConnection, request: ServedRequest): Promise<readonly Slot[]>;
}

/** Writes what the catalogue says, with what is stored of the account. */
@Injectable()
export class CatalogCredentials extends ConnectionCredentials {
  /** Kept as long as the token they are made of is. */
  private readonly plans = new WeakMap<ConnectionToken, Map<InjectRule, RulePlan>>();

  constructor(
    private readonly catalog: AppCatalog,
    private readonly tokens: AccessTokens,
  ) {
    super();
  }

  override produce(
    connection: AccessibleConnection,
    request: ServedRequest,
    { resourceScopes }: Pick<AgentAccess, 'resourceScopes'>,
  ): Outcome<ConnectionCredential> | Promise<Outcome<ConnectionCredential>> {
    const rules = this.catalog.injectRules.on(connection.provider, request.host);
    if (!rules.some((rule) => ruleServes(rule, request.path, request.canonicalPath))) return NOTHING;
    const scope = resourceScopes.get(connection.id);
    if (scope?.axis === 'repositories') return this.limited(rules, connection, request, scope.entries);
    const token = this.tokens.tokenFor(connection);
    if (!(token instanceof Promise)) return this.written(rules, request, token);
    return token.then((ready) => this.written(rules, request, ready));
  }

  override async renew(
    connection: AccessibleConnection,
    request: ServedRequest,
    used: ConnectionToken,
  ): Promise<readonly Injection[] | null> {
    const token = await this.tokens.renew(connection, used);
    if (token === null) return null;
    const rules = this.catalog.injectRules.on(connection.provider, request.host);
    const written = this.written(rules, request, token);
    return written.refused ? null : written.found.injections;
  }

  override async slotsFor(
    connection: AccessibleConnection,
    { host, path, canonicalPath }: ServedRequest,
  ): Promise<readonly Slot[]> {
    const rules = this.catalog.injectRules
      .on(connection.provider, host)
      .filter((rule) => ruleServes(rule, path, canonicalPath));
    const values = rules.some(({ onlyHost }) => onlyHost !== null)
      ? ((await this.tokens.valuesOf(connection)) ?? {})
      : {};
    return rules
      .filter(({ onlyHost }) => onlyHost === null || tenantHost(onlyHost, values) === host)
      .flatMap(({ inject }) => slotsOfInject(inject));
  }

  /** A token that reaches the whole account is no credential for a part of it, whatever went wrong (06 §11.4.5). */
  private async limited(
    rules: readonly InjectRule[],
    connection: AccessibleConnection,
    request: ServedRequest,
    repositories: readonly string[],
  ): Promise<Outcome<ConnectionCredential>> {
    try {
      return this.written(rules, request, await this.tokens.installationToken(connection, repositories));
    } catch {
      return refused(credentialUnavailable(this.catalog.nameOf(connection.provider)));
    }
  }

  private written(
    rules: readonly InjectRule[],
    { host, path, canonicalPath }: ServedRequest,
    token: ConnectionToken | null,
  ): Outcome<ConnectionCredential> {
    if (token === null) return NOTHING;
    let written = NOTHING;
    for (const rule of rules) {
      if (!ruleServes(rule, path, canonicalPath)) continue;
      const plan = this.planOf(rule, token);
      if (plan.host === null || plan.host === host) written = joined(written, plan.step);
    }
    return written;
  }

  private planOf(rule: InjectRule, token: ConnectionToken): RulePlan {
    let plans = this.plans.get(token);
    if (plans === undefined) this.plans.set(token, (plans = new Map<InjectRule, RulePlan>()));
    let plan = plans.get(rule);
    if (plan === undefined) {
      const host = rule.onlyHost === null ? null : tenantHost(rule.onlyHost, token.values);
      plan = { host, step: goesOn({ injections: injectionsOf(rule.inject, token), token }) };
      plans.set(rule, plan);
    }
    return plan;
  }
}

/** Several rules of one app on one host are independent (03 §12.2); nearly always there is one. */
function joined(
  one: Outcome<ConnectionCredential>,
  other: Outcome<ConnectionCredential>,
): Outcome<ConnectionCredential> {
  if (one === NOTHING || one.refused || other.refused) return other;
  const { token } = other.found;
  return goesOn({ injections: [...one.found.injections, ...other.found.injections], token });
}
