import type { Queryable } from '../../../kernel/database/database.js';

/**
 * Whether one of the identity providers that a token names speaks for the domain of the address: its organization has
 * proved the domain, and the connection is not disabled (01 §12.2, 05 §8.7).
 */
export async function isVouchedFor(
  q: Queryable,
  email: string,
  providers: readonly string[],
): Promise<boolean> {
  if (providers.length === 0) return false;
  const rows = await q.query(
    `SELECT 1 FROM domains d
     JOIN sso_settings s ON s.organization_id = d.organization_id AND s.provider_name = ANY($2::text[])
     JOIN sso_connections c ON c.organization_id = d.organization_id AND c.status <> 'disabled'
     WHERE d.domain = split_part($1, '@', 2) AND d.verified_at IS NOT NULL`,
    [email, providers],
  );
  return rows.length > 0;
}
