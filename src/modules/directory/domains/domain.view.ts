import type { DomainResponse } from './dto/domain.dto.js';
import type { DomainEntity } from './domain.entity.js';

/** The names at which the record may stand; some providers take none at the domain itself. */
export function recordNames(domain: string): string[] {
  return [domain, `_credential-gateway.${domain}`];
}

/** Kept under its old name, because existing dashboards print it (05 §6.1). */
export function recordValue(verificationToken: string): string {
  return `onecli-verification=${verificationToken}`;
}

export function presentDomain(row: DomainEntity): DomainResponse {
  const { id, domain, verificationToken, verifiedAt, createdAt } = row;
  return {
    id,
    domain,
    verificationToken,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    txtRecords: recordNames(domain).map((name) => ({ name, value: recordValue(verificationToken) })),
  };
}
