import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { EndedSessions } from '../../../kernel/access/open-streams/ended-sessions.js';
import { randomHex } from '../../../kernel/crypto/tokens.js';
import { Database, type Store, type Tx } from '../../../kernel/database/database.js';
import { selection } from '../../../kernel/database/statements/entity-columns.js';
import { isUuid } from '../../../kernel/database/uuid.js';
import { AppError, invalidRequest } from '../../../kernel/errors/app-error.js';
import { actingPerson, organizationOriginOf } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';
import { UsersService } from '../../people/identity/users/users.service.js';
import { AdministratorLock } from '../../people/organizations/administrator-lock.js';
import { DomainEntity } from './domain.entity.js';
import { domainErrors } from './domain.errors.js';
import { domainName } from './domain-name.js';
import { presentDomain, recordNames, recordValue } from './domain.view.js';
import type { DomainResponse } from './dto/domain.dto.js';
import { MailboxDomains } from './mailbox-domains.js';
import { TxtRecords } from './txt-records.js';
import { OrganizationLimits } from '../../foundation/limits/organization-limits.js';

const TOKEN_BYTES = 16;
/** A claim that nobody proves holds a name only so long against others (05 §6.3.3). */
const HELD_FOR = '7 days';

const domainAudit = declareAudited('domain');

/** Domains that organizations claim and prove by a record in DNS (05 §6). */
@Injectable()
export class DomainsService {
  constructor(
    private readonly db: Database,
    private readonly administrators: AdministratorLock,
    private readonly mailboxes: MailboxDomains,
    private readonly records: TxtRecords,
    private readonly sessions: EndedSessions,
    private readonly users: UsersService,
    private readonly limits: OrganizationLimits,
  ) {}

  /** Oldest first. */
  async list({ organizationId }: OrganizationCaller): Promise<DomainResponse[]> {
    const rows = await this.db
      .repository(DomainEntity)
      .find({ where: { organizationId }, order: { createdAt: 'ASC', id: 'ASC' } });
    return rows.map(presentDomain);
  }

  /** `domain_taken` by whichever organization; a claim that was left unproved for long is released. */
  create(caller: OrganizationCaller, given: string): Promise<DomainResponse> {
    const domain = domainName(given);
    if (domain === null) throw invalidRequest('domain must be a domain name, such as acme.com');
    if (this.mailboxes.has(domain)) throw new AppError(domainErrors.domain_is_public);
    const { organizationId } = caller;
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      await this.release(tx, domain, organizationId);
      await this.limits.requireRoom(tx, 'domains', organizationId);
      const [row] = await tx.query<DomainEntity>(
        `INSERT INTO domains (organization_id, domain, verification_token) VALUES ($1, $2, $3)
         RETURNING ${selection(DomainEntity)}`,
        [organizationId, domain, randomHex(TOKEN_BYTES)],
      );
      const metadata = { domainId: row!.id, domain };
      await domainAudit.record(tx, organizationOriginOf(caller), 'create', metadata);
      return presentDomain(row!);
    });
  }

  /** Whether the organization has shown that the domain is its own. */
  isVerified(store: Store, organizationId: string, domain: string): Promise<boolean> {
    return store.repository(DomainEntity).existsBy({ organizationId, domain, verifiedAt: Not(IsNull()) });
  }

  /** Asks DNS outside of any transaction; what was deleted or claimed anew meanwhile is not verified by it. */
  async verify(caller: OrganizationCaller, id: string): Promise<DomainResponse> {
    const claimed = await this.require(this.db, caller, id);
    if (claimed.verifiedAt !== null) return presentDomain(claimed);
    if (!(await this.isRecorded(claimed))) throw new AppError(domainErrors.domain_record_missing);
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const { domain, verificationToken } = await this.require(tx, caller, id);
      const { affected } = await tx
        .repository(DomainEntity)
        .update({ id, verificationToken, verifiedAt: IsNull() }, { verifiedAt: () => 'now()' });
      if (affected === 1) {
        // Where single sign-on is required, people on the domain have to come by it from now on.
        await this.sessions.announce(tx, null);
        const ownAddress = await this.verifyOwnAddress(tx, caller, domain);
        const metadata = { domainId: id, domain, ...(ownAddress && { ownAddress }) };
        await domainAudit.record(tx, organizationOriginOf(caller), 'verify', metadata);
      }
      return presentDomain(await this.require(tx, caller, id));
    });
  }

  /** Trust in the domain ends with the commit; sessions and memberships stay (05 §6.3.7). */
  delete(caller: OrganizationCaller, id: string): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const { domain } = await this.require(tx, caller, id);
      await tx.repository(DomainEntity).delete({ id });
      await domainAudit.record(tx, organizationOriginOf(caller), 'delete', { domainId: id, domain });
    });
  }

  /** Who proves the domain has proved the own address on it, too: a first single sign-on then ends nothing (R46). */
  private async verifyOwnAddress(tx: Tx, caller: OrganizationCaller, domain: string): Promise<boolean> {
    const person = await this.users.lock(tx, caller.userId);
    if (person === null || person.emailVerified || !person.email.endsWith(`@${domain}`)) return false;
    await this.users.markEmailVerified(tx, person.id);
    return true;
  }

  private async isRecorded({ domain, verificationToken }: DomainEntity): Promise<boolean> {
    const wanted = recordValue(verificationToken);
    const found = await Promise.all(recordNames(domain).map((name) => this.records.of(name)));
    return found.flat().includes(wanted);
  }

  private async release(tx: Tx, domain: string, claimant: string): Promise<void> {
    const released = await tx.query<{ id: string; organizationId: string }>(
      `DELETE FROM domains WHERE domain = $1 AND organization_id <> $2 AND verified_at IS NULL
         AND created_at <= now() - $3::interval
       RETURNING ${selection(DomainEntity, ['id', 'organizationId'])}`,
      [domain, claimant, HELD_FOR],
    );
    for (const { id: domainId, organizationId } of released)
      await domainAudit.record(tx, { organizationId, by: actingPerson(null, null, 'system') }, 'delete', {
        domainId,
        domain,
        reason: 'not-verified',
      });
  }

  private async require(
    store: Store,
    { organizationId }: OrganizationCaller,
    id: string,
  ): Promise<DomainEntity> {
    const row = isUuid(id) ? await store.repository(DomainEntity).findOneBy({ organizationId, id }) : null;
    if (row === null) throw new AppError(domainErrors.domain_not_found);
    return row;
  }
}
