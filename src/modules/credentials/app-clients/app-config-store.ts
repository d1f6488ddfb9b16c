import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { placesIn, SecretBox } from '../../../kernel/crypto/secret-box.js';
import type { Store, Tx } from '../../../kernel/database/database.js';
import { ownedBy, type TenantScope, visibleTo } from '../../../kernel/database/scope.js';
import { AppConfigEntity } from './app-config.entity.js';
import type { ClientValues } from './client-body.js';

const bindingOf = placesIn(AppConfigEntity);

/** The rows of `app_configs`, `aws_external_ids` and `workspace_aws_external_ids`. */
@Injectable()
export class AppConfigStore {
  private readonly logger = new Logger(AppConfigStore.name);

  constructor(private readonly box: SecretBox) {}

  find(store: Store, scope: TenantScope, provider: string): Promise<AppConfigEntity | null> {
    return store.repository(AppConfigEntity).findOneBy({ ...ownedBy<AppConfigEntity>(scope), provider });
  }

  byId(store: Store, id: string): Promise<AppConfigEntity | null> {
    return store.repository(AppConfigEntity).findOneBy({ id });
  }

  /** Of both levels, the workspace's own first. */
  async visible(store: Store, scope: TenantScope): Promise<AppConfigEntity[]> {
    const found = await store.repository(AppConfigEntity).find({
      where: visibleTo<AppConfigEntity>(scope),
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return [
      ...found.filter((row) => row.workspaceId !== null),
      ...found.filter((row) => row.workspaceId === null),
    ];
  }

  /** Writers of one client wait for each other, also for one that is not there yet. */
  async lock(tx: Tx, scope: TenantScope, provider: string): Promise<AppConfigEntity | null> {
    await tx.lock(`app-config:${scope.organizationId}:${scope.workspaceId ?? ''}:${provider}`);
    return this.find(tx, scope, provider);
  }

  async save(
    tx: Tx,
    scope: TenantScope,
    provider: string,
    { id, settings, secrets }: { id: string | null; settings: ClientValues; secrets: ClientValues },
  ): Promise<string> {
    const kept = id ?? randomUUID();
    const secretsCiphertext = this.box.seal(JSON.stringify(secrets), bindingOf(kept));
    const { organizationId, workspaceId } = scope;
    const values = { settings: { ...settings }, secretsCiphertext, enabled: true };
    const rows = tx.repository(AppConfigEntity);
    if (id === null) await rows.insert({ id: kept, organizationId, workspaceId, provider, ...values });
    else await rows.update({ id }, { ...values, updatedAt: () => 'now()' });
    return kept;
  }

  async setEnabled(tx: Tx, id: string, enabled: boolean): Promise<void> {
    await tx.repository(AppConfigEntity).update({ id }, { enabled, updatedAt: () => 'now()' });
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.repository(AppConfigEntity).delete({ id });
  }

  clientOf(row: AppConfigEntity): { id: string; changedAt: Date; values: ClientValues } {
    return { id: row.id, changedAt: row.updatedAt, values: this.valuesOf(row) };
  }

  /** All fields in the clear; secrets that no key opens any more are as good as none. */
  valuesOf({ id, settings, secretsCiphertext }: AppConfigEntity): ClientValues {
    const secrets = this.box.openOr(secretsCiphertext, bindingOf(id), (err) => {
      this.logger.warn({ appConfigId: id, err }, 'secrets of an OAuth client could not be decrypted');
      return '{}';
    });
    return { ...settings, ...(JSON.parse(secrets) as ClientValues) };
  }

  /** Created on first read and never changed; each workspace has its own, and so has its organization (03 §8.3). */
  async awsExternalId(store: Store, { organizationId, workspaceId }: TenantScope): Promise<string> {
    const [table, column, owner] =
      workspaceId === null
        ? (['aws_external_ids', 'organization_id', organizationId] as const)
        : (['workspace_aws_external_ids', 'workspace_id', workspaceId] as const);
    const find = async (): Promise<string | undefined> => {
      const [row] = await store.query<{ externalId: string }>(
        `SELECT external_id AS "externalId" FROM ${table} WHERE ${column} = $1`,
        [owner],
      );
      return row?.externalId;
    };
    const known = await find();
    if (known !== undefined) return known;
    await store.query(
      `INSERT INTO ${table} (${column}, external_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [owner, `cg-${randomUUID()}`],
    );
    return (await find())!;
  }
}
