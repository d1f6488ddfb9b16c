import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/declaration/caller.js';
import { EndedSessions } from '../../../../kernel/access/open-streams/ended-sessions.js';
import { Configuration } from '../../../../kernel/config/configuration.js';
import { Database, type Queryable, type Store } from '../../../../kernel/database/database.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { organizationOriginOf } from '../../../foundation/audit/model/audit-origin.js';
import { EditionsService } from '../../../foundation/editions/editions.service.js';
import { organizationAudit } from '../../../foundation/operator/organization.audit.js';
import { AdministratorLock } from '../../../people/organizations/administrator-lock.js';
import { ssoErrors } from '../connections/provider/sso.errors.js';
import { SsoSettingsEntity } from '../connections/store/sso-settings.entity.js';
import { SsoSettings } from '../connections/store/sso-settings.service.js';
import type { SsoEnforcementResponse, UpdateSsoEnforcementRequest } from './dto/sso-enforcement.dto.js';

type Facts = Pick<SsoEnforcementResponse, 'hasActiveConnection' | 'hasVerifiedDomain' | 'exemptMemberCount'>;

/** Whether an organization lets people of its domains in through its provider only (05 §8.8). */
@Injectable()
export class Enforcement {
  private readonly overridden: boolean;

  constructor(
    private readonly db: Database,
    private readonly editions: EditionsService,
    private readonly administrators: AdministratorLock,
    private readonly settings: SsoSettings,
    private readonly sessions: EndedSessions,
    { ssoEnforcementDisabled }: Configuration,
  ) {
    this.overridden = ssoEnforcementDisabled;
  }

  get({ organizationId }: OrganizationCaller): Promise<SsoEnforcementResponse> {
    return this.state(this.db, organizationId);
  }

  /** Binds the next request of every session, the caller's own included. */
  async update(
    caller: OrganizationCaller,
    { ssoRequired, jitEnabled }: UpdateSsoEnforcementRequest,
  ): Promise<SsoEnforcementResponse> {
    const { organizationId } = caller;
    if (ssoRequired === true && !(await this.settings.of(this.db, organizationId)).required)
      await this.editions.requirePlan(this.db, organizationId, 'sso');
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const state = await this.state(tx, organizationId);
      const required = ssoRequired === undefined || ssoRequired === state.ssoRequired ? {} : { ssoRequired };
      const joining = jitEnabled === undefined || jitEnabled === state.jitEnabled ? {} : { jitEnabled };
      if (required.ssoRequired === true) assertCanRequire(state);
      const metadata = { ...required, ...joining };
      if (Object.keys(metadata).length === 0) return state;
      const changed = { ...state, ...metadata };
      await tx
        .repository(SsoSettingsEntity)
        .update({ organizationId }, { required: changed.ssoRequired, jitEnabled: changed.jitEnabled });
      if (required.ssoRequired === true) await this.sessions.announce(tx, null);
      await organizationAudit.record(tx, organizationOriginOf(caller), 'update', metadata);
      return changed;
    });
  }

  private async state(store: Store, organizationId: string): Promise<SsoEnforcementResponse> {
    const { required: ssoRequired, jitEnabled } = await this.settings.of(store, organizationId);
    const facts = await factsOf(store, organizationId);
    const canRequire = facts.hasActiveConnection && facts.hasVerifiedDomain;
    return { ssoRequired, ...facts, canRequire, jitEnabled, overriddenByOperator: this.overridden };
  }
}

async function factsOf(q: Queryable, organizationId: string): Promise<Facts> {
  const [facts] = await q.query<Facts>(
    `SELECT
       EXISTS (SELECT FROM sso_connections WHERE organization_id = $1 AND status = 'active')
         AS "hasActiveConnection",
       EXISTS (SELECT FROM domains WHERE organization_id = $1 AND verified_at IS NOT NULL)
         AS "hasVerifiedDomain",
       (SELECT count(*)::int FROM memberships WHERE organization_id = $1 AND status = 'active' AND sso_exempt)
         AS "exemptMemberCount"`,
    [organizationId],
  );
  return facts!;
}

/** Or everybody would be locked out, the one who asks first. */
function assertCanRequire({ hasActiveConnection, hasVerifiedDomain }: Facts): void {
  const missing = !hasActiveConnection
    ? 'Somebody has to sign in through a connection first; until then it is not active'
    : hasVerifiedDomain
      ? null
      : 'Verify a domain first';
  if (missing !== null) throw new AppError(ssoErrors.sso_cannot_be_required, { message: missing });
}
