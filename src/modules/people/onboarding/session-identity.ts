import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf, isKey } from '../../../kernel/access/declaration/access-request.js';
import type { SessionClaims } from '../../../kernel/access/sessions/session-strategies.js';
import type { ActiveSession } from '../../../kernel/access/queries/active-session.js';
import { Sessions } from '../../../kernel/access/sessions/sessions.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { identityErrors } from '../identity/model/identity.errors.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';

/** What a session proves about the person behind it. */
export interface SessionIdentity {
  externalAuthId: string;
  email: string | null;
  name: string | null;
  /** The e-mail belongs to the person: a verified claim, or a sign-in method that checked it. */
  emailVerified: boolean;
  /** Identity providers that a token names; null for a session of our own. */
  providers: readonly string[] | null;
}

export function sessionNeedsSso(): AppError {
  return new AppError(identityErrors.session_needs_sso, {
    extra: { code: platformErrors.sso_required.code },
  });
}

/**
 * Step 1 of session sync (01 §12): the session of a request, whether or not its person has a row yet. All
 * refusals are flat, because clients of this one endpoint read `error` as text.
 */
@Injectable()
export class SessionIdentities {
  constructor(private readonly sessions: Sessions) {}

  async read(request: FastifyRequest, reply: FastifyReply): Promise<SessionIdentity> {
    // A key commits the request to key authentication (01 §4.2), and a key is no session.
    if (isKey(bearerOf(request) ?? '')) throw new AppError(identityErrors.session_missing);
    const proof = await this.sessions.prove(request);
    const active = proof === null ? null : await this.sessions.find(request);
    if (active !== null) await this.accept(active, reply);
    if (proof?.kind === 'jwt') return fromClaims(proof.claims);
    if (active !== null) return { ...active, providers: null };
    throw new AppError(identityErrors.session_missing);
  }

  private async accept(session: ActiveSession, reply: FastifyReply): Promise<void> {
    if (session.needsSso) throw sessionNeedsSso();
    await this.sessions.slide(session, reply);
  }
}

/** Google checks the addresses of its own accounts, so a federated Google sign-in proves the e-mail too. */
function fromClaims({ subject, email, name, emailVerified, providers }: SessionClaims): SessionIdentity {
  const google = providers.some((provider) => provider.toLowerCase() === 'google');
  return { externalAuthId: subject, email, name, emailVerified: emailVerified || google, providers };
}
