import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/declaration/caller.js';
import { placesIn, SecretBox, UndecryptableError } from '../../../../kernel/crypto/secret-box.js';
import { Database, type Store, type Tx } from '../../../../kernel/database/database.js';
import { isUuid } from '../../../../kernel/database/uuid.js';
import { AppError } from '../../../../kernel/errors/app-error.js';
import { organizationOriginOf } from '../../../foundation/audit/model/audit-origin.js';
import { EditionsService } from '../../../foundation/editions/editions.service.js';
import { AdministratorLock } from '../../../people/organizations/administrator-lock.js';
import { SsoIdentities } from '../../sso-identities/sso-identities.service.js';
import { CheckTurns } from './checks/check-turns.js';
import { metadataSourceOf, misplacedField, reusesSecret, switched } from './connection-changes.js';
import { presentConnection } from './store/connection.view.js';
import type { SsoConnectionResponse } from './dto/sso-connection.dto.js';
import type {
  CreateSsoConnectionRequest,
  UpdateSsoConnectionRequest,
} from './dto/sso-connection-requests.dto.js';
import { OidcIssuers } from './provider/oidc-issuers.js';
import { SamlDescriptions } from './provider/saml-descriptions.js';
import { ssoConnectionAudit } from './sso-connection.audit.js';
import { SsoConnectionEntity } from './store/sso-connection.entity.js';
import { SsoConnections } from './store/sso-connections.service.js';
import { ssoErrors } from './provider/sso.errors.js';
import { SsoSettings } from './store/sso-settings.service.js';

type Described = Partial<
  Pick<SsoConnectionEntity, 'metadataUrl' | 'metadataXml' | 'identityProvider' | 'readAt' | 'triedAt'>
>;

const boundTo = placesIn(SsoConnectionEntity);

/** What administrators do with the connection of their organization (05 §8.4). */
@Injectable()
export class ConnectionAdministration {
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox,
    private readonly editions: EditionsService,
    private readonly administrators: AdministratorLock,
    private readonly settings: SsoSettings,
    private readonly connections: SsoConnections,
    private readonly identities: SsoIdentities,
    private readonly issuers: OidcIssuers,
    private readonly descriptions: SamlDescriptions,
    private readonly turns: CheckTurns,
  ) {}

  /** None, or the one. */
  async list({ organizationId }: OrganizationCaller): Promise<SsoConnectionResponse[]> {
    const rows = await this.db.repository(SsoConnectionEntity).findBy({ organizationId });
    return Promise.all(rows.map((row) => this.present(this.db, row)));
  }

  async get(caller: OrganizationCaller, id: string): Promise<SsoConnectionResponse> {
    return this.present(this.db, await this.require(this.db, caller, id));
  }

  /** Nothing is kept of a provider that cannot be used. It is asked outside of the transaction. */
  async create(
    caller: OrganizationCaller,
    given: CreateSsoConnectionRequest,
  ): Promise<SsoConnectionResponse> {
    const { organizationId } = caller;
    if (await this.db.repository(SsoConnectionEntity).existsBy({ organizationId }))
      throw new AppError(ssoErrors.sso_connection_exists);
    const described = await this.turns.run(caller, () => this.describe(given));
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const id = randomUUID();
      const { type, displayName } = given;
      const entered = this.entered(id, given);
      await tx
        .repository(SsoConnectionEntity)
        .insert({ id, organizationId, type, displayName, ...described, ...entered });
      const row = await this.require(tx, caller, id);
      await this.record(tx, caller, 'create', row);
      return this.present(tx, row);
    });
  }

  async update(
    caller: OrganizationCaller,
    id: string,
    given: UpdateSsoConnectionRequest,
  ): Promise<SsoConnectionResponse> {
    const known = await this.require(this.db, caller, id);
    const misplaced = misplacedField(known.type, given);
    if (misplaced !== null)
      throw new AppError(ssoErrors.wrong_sso_protocol, {
        message: `${misplaced} is not for ${known.type} connections`,
      });
    if (given.enabled === true && known.status === 'disabled')
      await this.editions.requirePlan(this.db, caller.organizationId, 'sso');
    const described = await this.turns.run(caller, () => this.describe(given));
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const row = await this.require(tx, caller, id);
      const changes = await this.changes(tx, row, given, described);
      if (Object.keys(changes).length === 0) return this.present(tx, row);
      await tx.repository(SsoConnectionEntity).update({ id }, { ...changes, updatedAt: () => 'now()' });
      const changed = await this.require(tx, caller, id);
      await this.record(tx, caller, 'update', changed, given.enabled);
      return this.present(tx, changed);
    });
  }

  /** Who is signed in stays so, in sessions that owe nothing to a provider any more. */
  delete(caller: OrganizationCaller, id: string): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.administrators.take(tx, caller);
      const row = await this.require(tx, caller, id);
      await this.refuseWhileRequired(tx, row);
      await this.identities.unlinkAll(tx, row.organizationId);
      await tx.repository(SsoConnectionEntity).delete({ id });
      await this.record(tx, caller, 'delete', row);
    });
  }

  async require(
    store: Store,
    { organizationId }: OrganizationCaller,
    id: string,
  ): Promise<SsoConnectionEntity> {
    const row = isUuid(id)
      ? await store.repository(SsoConnectionEntity).findOneBy({ organizationId, id })
      : null;
    if (row === null) throw new AppError(ssoErrors.sso_connection_not_found);
    return row;
  }

  private async changes(
    tx: Tx,
    row: SsoConnectionEntity,
    given: UpdateSsoConnectionRequest,
    described: Described,
  ): Promise<Partial<SsoConnectionEntity>> {
    const status = switched(row, given.enabled);
    if (status.status === 'disabled') await this.refuseWhileRequired(tx, row);
    if (reusesSecret(row, given)) this.assertReadable(row);
    const { displayName } = given;
    return {
      ...(displayName !== undefined && { displayName }),
      ...described,
      ...this.entered(row.id, given),
      ...status,
    };
  }

  /** What the provider says about itself, where the request names another source for it. */
  private async describe(given: CreateSsoConnectionRequest | UpdateSsoConnectionRequest): Promise<Described> {
    if (given.issuer !== undefined) await this.issuers.assertUsable(given.issuer);
    const source = metadataSourceOf(given);
    if (source === null) return {};
    const identityProvider = await this.descriptions.read(source);
    const now = new Date();
    const nowhere = { metadataUrl: null, metadataXml: null };
    return { ...nowhere, ...source, identityProvider, readAt: now, triedAt: now };
  }

  private entered(
    id: string,
    { issuer, clientId, clientSecret }: UpdateSsoConnectionRequest,
  ): Partial<SsoConnectionEntity> {
    return {
      ...(issuer !== undefined && { issuer }),
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret: this.box.seal(clientSecret, boundTo(id)) }),
    };
  }

  private assertReadable(row: SsoConnectionEntity): void {
    try {
      this.connections.clientSecretOf(row);
    } catch (cause) {
      if (!(cause instanceof UndecryptableError)) throw cause;
      throw new AppError(ssoErrors.sso_secret_unreadable, { cause });
    }
  }

  private async refuseWhileRequired(tx: Tx, { organizationId }: SsoConnectionEntity): Promise<void> {
    const { required } = await this.settings.of(tx, organizationId);
    if (required) throw new AppError(ssoErrors.sso_connection_required);
  }

  private async present(store: Store, row: SsoConnectionEntity): Promise<SsoConnectionResponse> {
    const { providerName } = await this.settings.of(store, row.organizationId);
    return presentConnection(row, providerName, this.settings.urls(providerName));
  }

  private async record(
    tx: Tx,
    caller: OrganizationCaller,
    action: 'create' | 'update' | 'delete',
    { id, type, status, organizationId }: SsoConnectionEntity,
    enabled?: boolean,
  ): Promise<void> {
    const { providerName } = await this.settings.of(tx, organizationId);
    const metadata = {
      connectionId: id,
      providerName,
      type,
      status,
      ...(enabled !== undefined && { enabled }),
    };
    await ssoConnectionAudit.record(tx, organizationOriginOf(caller), action, metadata);
  }
}
