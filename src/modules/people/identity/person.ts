/** A user row as the other modules see it. */
export interface Person {
  id: string;
  email: string;
  name: string | null;
  externalAuthId: string;
  emailVerified: boolean;
  image: string | null;
  deactivatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Columns of `users u` under the names of `Person`. */
export const PERSON_COLUMNS = `
  u.id, u.email, u.name, u.external_auth_id AS "externalAuthId", u.email_verified AS "emailVerified", u.image,
  u.deactivated_at AS "deactivatedAt", u.created_at AS "createdAt", u.updated_at AS "updatedAt"`;
