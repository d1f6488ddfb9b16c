import type { Queryable, Tx } from '../../../kernel/database/database.js';
import { isPlaceholder } from './placeholders.js';

/**
 * The organizations nobody else is in, locked so that nobody joins meanwhile. One that a partner made and nobody has
 * claimed is not theirs alone: what is in it came from elsewhere (07 A6).
 */
export async function lockSoleMemberships(tx: Tx, userId: string): Promise<string[]> {
  await tx.query(
    `SELECT 1 FROM organizations WHERE id IN (SELECT organization_id FROM memberships WHERE user_id = $1)
     ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
  return soleMemberships(tx, userId);
}

/** The same without locking them, by ascending id. */
export async function soleMemberships(q: Queryable, userId: string): Promise<string[]> {
  const alone = await q.query<{ id: string }>(
    `SELECT m.organization_id AS id FROM memberships m
     WHERE m.user_id = $1 AND NOT EXISTS (
       SELECT 1 FROM memberships x JOIN users u ON u.id = x.user_id
       WHERE x.organization_id = m.organization_id AND x.user_id <> $1
         AND (x.role = 'owner' OR NOT ${isPlaceholder('u.email')}))
     ORDER BY id`,
    [userId],
  );
  return alone.map(({ id }) => id);
}
