import { RankedSecrets } from '../../../domain/decision/policy/choices/secret-choice.js';
import type { AccessibleSecret } from './agent-access.js';
import type { PartnerPart } from './agent-access.query.js';
import { toAccessibleSecret } from './own-part.js';

/** What a partner lends to all organizations that are attached to it, once for all of them (ADR 94). Immutable. */
export class PartnerLayer {
  /** None while the partner is suspended. */
  readonly secrets: readonly AccessibleSecret[];
  readonly ranked: RankedSecrets<AccessibleSecret>;

  /** `part` is JSON. Throws where it cannot be read. */
  constructor(
    readonly id: string,
    readonly epoch: number,
    part: string,
  ) {
    const { secrets } = JSON.parse(part) as PartnerPart;
    this.secrets = secrets.map((secret) => toAccessibleSecret(secret, 'partner'));
    this.ranked = new RankedSecrets(this.secrets);
  }

  get scope(): string {
    return `partner:${this.id}`;
  }
}
