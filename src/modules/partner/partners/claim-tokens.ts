import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import { randomHex, sha256 } from '../../../kernel/crypto/tokens.js';
import { PartnerOrganizationEntity } from './records/partner-organization.entity.js';

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

export interface ClaimToken {
  value: string;
  /** As the row keeps it. */
  stored: Pick<PartnerOrganizationEntity, 'tokenHash' | 'tokenCiphertext' | 'expiresAt'>;
}

const bindingOf = placesIn(PartnerOrganizationEntity);

/** Tokens of claim links: looked up by hash, sealed because the gateway must be able to print the link (07 A7.1). */
@Injectable()
export class ClaimTokens {
  constructor(
    private readonly configuration: Configuration,
    private readonly box: SecretBox,
  ) {}

  /** For the row of this id; issuing restarts the time it has. */
  issue(rowId: string): ClaimToken {
    const { partnerClaimTtlDays } = this.configuration;
    const value = randomHex(TOKEN_BYTES);
    const expiresAt =
      partnerClaimTtlDays === null ? null : new Date(Date.now() + partnerClaimTtlDays * DAY_MS);
    const tokenCiphertext = this.box.seal(value, bindingOf(rowId));
    return { value, stored: { tokenHash: sha256(value), tokenCiphertext, expiresAt } };
  }

  /** `row` is of an unclaimed organization. Throws when no key opens it. */
  open({ id, tokenCiphertext }: { id: string; tokenCiphertext: string }): string {
    return this.box.open(tokenCiphertext, bindingOf(id));
  }
}

/** `dashboard` is the base of dashboard links, without trailing slash. */
export function claimUrl(dashboard: string, token: string): string {
  return `${dashboard}/claim?token=${token}`;
}
