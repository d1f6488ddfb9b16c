import { Injectable } from '@nestjs/common';
import { AccessQueries, type DefaultWorkspace } from '../../../kernel/access/queries/access.queries.js';
import { SsoRequirement } from '../../../kernel/access/queries/sso-requirement.js';
import { Configuration } from '../../../kernel/config/configuration.js';
import { Database, type Queryable, type Tx } from '../../../kernel/database/database.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { fromConstraintViolation } from '../../../kernel/errors/constraint-violation.js';
import { ApiKeysService } from '../../foundation/api-keys/api-keys.service.js';
import { actingPerson } from '../../foundation/audit/model/audit-origin.js';
import { apiKeyAudit } from '../../foundation/api-keys/api-key.audit.js';
import { authAudit } from '../identity/model/auth.audit.js';
import { AccountClaims } from '../identity/accounts/account-claims.js';
import { normalizeEmail } from '../identity/model/email-address.js';
import type { Person } from '../identity/users/person.js';
import { UsersService } from '../identity/users/users.service.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import type { SessionSyncResponse } from './dto/session-sync.dto.js';
import { FederatedSignIns } from './federated-sign-ins.js';
import { OnboardingService } from './onboarding.service.js';
import { type SessionIdentity, sessionNeedsSso } from './session-identity.js';
import { identityErrors } from '../identity/model/identity.errors.js';

export interface SyncOptions {
  /** The caller joins somebody else's organization or claims a prepared one; never create an own one. */
  joining: boolean;
}

interface Recognised {
  user: Person;
  created: boolean;
}

const ATTEMPTS = 3;

/** Session sync, the steps of 01 §12: who is this, and where do they work. */
@Injectable()
export class SessionSyncService {
  constructor(
    private readonly db: Database,
    private readonly configuration: Configuration,
    private readonly users: UsersService,
    private readonly claims: AccountClaims,
    private readonly organizations: OrganizationsService,
    private readonly onboarding: OnboardingService,
    private readonly access: AccessQueries,
    private readonly apiKeys: ApiKeysService,
    private readonly sso: SsoRequirement,
    private readonly federated: FederatedSignIns,
  ) {}

  /**
   * Serialized per person: two concurrent calls find or create the same organization. A refused link is
   * committed with its audit row, so it leaves the transaction as a value and not as an error.
   */
  async sync(identity: SessionIdentity, options: SyncOptions): Promise<SessionSyncResponse> {
    const email = normalizeEmail(identity.email ?? '');
    if (email === null) throw new AppError(identityErrors.session_missing);
    const answer = await this.inAStandingPlace(() =>
      this.db.tx(async (tx) => {
        await this.onboarding.lockPerson(tx, email);
        const recognised = await this.recognise(tx, identity, email);
        if (recognised === null) return null;
        // An account keeps its address; what the token proves is the token's.
        if (recognised.user.email === email)
          await this.federated.admit(tx, identity.providers ?? [], recognised.user);
        await this.requireAllowed(tx, recognised.user, identity);
        return this.place(tx, recognised, options);
      }),
    );
    if (answer === null) throw new AppError(identityErrors.sign_in_identity_conflict);
    return answer;
  }

  /** The place it found may be gone, or the person out of it, before the key is there: then it looks again. */
  private async inAStandingPlace<T>(look: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await look();
      } catch (error) {
        if (attempt === ATTEMPTS || !isGone(error)) throw error;
      }
    }
  }

  /** Steps 2 and 3: the account of the e-mail, else of the identity, else a new one; null when refused. */
  private async recognise(tx: Tx, identity: SessionIdentity, email: string): Promise<Recognised | null> {
    const { externalAuthId, name, emailVerified, providers } = identity;
    const byIdentity = await this.users.findByIdentity(tx, externalAuthId);
    const known = (await this.users.findByEmail(tx, email)) ?? byIdentity;
    if (known === null) {
      // Self-hosted accounts are made at sign-up: this one was deleted after its session was proved.
      if (this.configuration.edition === 'onprem') throw new AppError(identityErrors.session_missing);
      const user = await this.users.create(tx, { externalAuthId, email, name, emailVerified });
      return { user: await this.users.recordLogin(tx, user.id, identity), created: true };
    }
    if (known.deactivatedAt !== null) throw new AppError(identityErrors.session_missing);
    if (known.externalAuthId !== externalAuthId) {
      const proved = emailVerified || (await isVouchedFor(tx, email, providers ?? []));
      const linked = proved && byIdentity === null;
      // Whoever had the account before keeps nothing of one whose address only this identity proves (R36.8).
      const credentialsEnded = linked && (await this.claims.claim(tx, known.id));
      await this.auditLink(tx, known, { linked, credentialsEnded });
      if (!linked) return null;
    }
    // What opened a session of our own has noted it.
    if (providers !== null) await this.users.noteEntry(tx, known.id, { providers });
    return { user: await this.users.recordLogin(tx, known.id, identity), created: false };
  }

  /** Step 5, for whom the session's look-up did not find yet; what was written for them goes with the transaction. */
  private async requireAllowed(tx: Tx, { id }: Person, { providers }: SessionIdentity): Promise<void> {
    if (providers !== null && (await this.sso.refusesPerson(tx, id, providers))) throw sessionNeedsSso();
  }

  /** Steps 6 and 7: the default workspace, created if need be, with the caller's key in it. */
  private async place(
    tx: Tx,
    { user, created }: Recognised,
    options: SyncOptions,
  ): Promise<SessionSyncResponse> {
    const person = { id: user.id, email: user.email, name: user.name };
    const place =
      (await this.access.defaultWorkspace(user.id, null, tx)) ??
      (await this.provide(
        tx,
        user,
        !options.joining && (created || this.configuration.edition === 'onprem'),
      ));
    // Whoever is an active member of anything has a place by now.
    if (place === null) return { ...person, hasOrg: false };
    const { workspaceId, organizationId } = place;
    await this.ensureKey(tx, user, place);
    return { ...person, workspaceId, projectId: workspaceId, organizationId };
  }

  /** Null for a person whose memberships are all suspended, and for one who must not get an organization. */
  private async provide(tx: Tx, user: Person, mayCreate: boolean): Promise<DefaultWorkspace | null> {
    const memberships = await this.organizations.memberships(tx, user.id);
    if (memberships.length === 0)
      return mayCreate && !(await isInAPortal(tx, user.id)) ? this.onboarding.provision(tx, user) : null;
    const active = memberships.filter(({ status }) => status === 'active');
    const target = active.find(({ role, hasWorkspaces }) => role === 'owner' && !hasWorkspaces) ?? active[0];
    if (target === undefined) return null;
    const { organizationId, hasWorkspaces } = target;
    return this.onboarding.provisionWorkspace(tx, user, organizationId, { joins: hasWorkspaces });
  }

  private async ensureKey(tx: Tx, user: Person, place: DefaultWorkspace): Promise<void> {
    await this.organizations.lockMember(tx, place.organizationId, user.id);
    const { created } = await this.apiKeys.ensureWorkspaceKey(tx, { userId: user.id, ...place });
    if (!created) return;
    await apiKeyAudit.record(tx, { ...place, by: actingPerson(user.id, user.email) }, 'create', {
      autoProvisioned: true,
    });
  }

  private async auditLink(
    tx: Tx,
    user: Person,
    { linked, credentialsEnded }: { linked: boolean; credentialsEnded: boolean },
  ): Promise<void> {
    await authAudit.record(
      tx,
      { by: actingPerson(user.id, user.email) },
      'update',
      {
        decision: linked ? 'link' : 'reject',
        previousIdentity: user.externalAuthId,
        ...(linked && { credentialsEnded }),
      },
      linked ? 'success' : 'failure',
    );
  }
}

function isGone(error: unknown): boolean {
  const known = error instanceof AppError ? error : fromConstraintViolation(error);
  return known?.code === 'invalid_credentials';
}

/** Who is only there for a partner needs no organization of their own (R37.5). */
async function isInAPortal(q: Queryable, userId: string): Promise<boolean> {
  return (await q.query(`SELECT 1 FROM partner_members WHERE user_id = $1`, [userId])).length === 1;
}

/**
 * Whether one of the identity providers that a token names speaks for the domain of the address: its organization has
 * proved the domain, and the connection is not disabled (01 §12.2, 05 §8.7).
 */
async function isVouchedFor(q: Queryable, email: string, providers: readonly string[]): Promise<boolean> {
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
