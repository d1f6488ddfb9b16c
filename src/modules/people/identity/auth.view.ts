import type { AuthSession, AuthUser } from './dto/auth-response.dto.js';
import type { Person } from './users/person.js';
import type { UserSessionEntity } from './sessions/user-session.entity.js';

/** `AuthUser` of 01 §11.1. */
export function authUser(user: Person): AuthUser {
  return {
    id: user.id,
    name: user.name ?? '',
    email: user.email,
    emailVerified: user.emailVerified,
    image: user.image,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    externalAuthId: user.externalAuthId,
  };
}

/** `AuthSession` of 01 §11.1; its `token` is the alias, never the cookie's secret. */
export function authSession(session: UserSessionEntity): AuthSession {
  return {
    id: session.id,
    token: session.handle,
    userId: session.userId,
    expiresAt: session.expiresAt,
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
  };
}
