import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../../../kernel/database/database.js';
import { EditionsService } from '../../foundation/editions/editions.service.js';
import { isResourceScope } from './rule-conditions.js';
import type { RuleContent } from './rule-content.js';

type Gated = Pick<RuleContent, 'enabled' | 'identities' | 'conditions' | 'rateLimit' | 'rateLimitWindow'>;

/** Stands for a rule that did not exist: everything is new. */
const NOTHING: Gated = {
  enabled: true,
  identities: [],
  conditions: null,
  rateLimit: null,
  rateLimitWindow: null,
};

/** Licence and plan gates of rules (02 §17): asked for what a write switches on, never for what it keeps. */
@Injectable()
export class RuleGates {
  constructor(private readonly editions: EditionsService) {}

  /** `before` is null for a new rule. Enabling a rule switches on all it holds. */
  async require(q: Queryable, organizationId: string, before: Gated | null, after: Gated): Promise<void> {
    const known = before === null || (after.enabled && !before.enabled) ? NOTHING : before;
    await this.requireIdentities(q, organizationId, known, after);
    if (isResourceScope(after.conditions) && !isDeepStrictEqual(known.conditions, after.conditions)) {
      this.editions.requireLicence('granular_access');
      await this.editions.requirePlan(q, organizationId, 'resource_scopes');
    }
    if (after.rateLimit !== null && !sameLimit(known, after)) {
      await this.editions.requirePlan(q, organizationId, 'rate_limits');
    }
  }

  private async requireIdentities(
    q: Queryable,
    organizationId: string,
    known: Gated,
    after: Gated,
  ): Promise<void> {
    const added = after.identities.filter(
      ({ type, id }) => !known.identities.some((identity) => identity.type === type && identity.id === id),
    );
    if (added.length === 0) return;
    if (added.some(({ type }) => type === 'group')) this.editions.requireLicence('groups');
    await this.editions.requirePlan(q, organizationId, 'rule_identities');
  }
}

function sameLimit(before: Gated, after: Gated): boolean {
  return before.rateLimit === after.rateLimit && before.rateLimitWindow === after.rateLimitWindow;
}
