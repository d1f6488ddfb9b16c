import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishedRule } from '../../../src/domain/decision/policy/model.js';
import { newId16 } from '../../../src/kernel/crypto/tokens.js';
import { BoundedDataSource, dataSourceOptions } from '../../../src/kernel/database/connection/data-source.js';
import { Database } from '../../../src/kernel/database/database.js';
import { Epochs } from '../../../src/kernel/database/epochs.js';
import { Notifications } from '../../../src/kernel/database/notifications.js';
import type { DraftChange } from '../../../src/modules/foundation/policy-sets/draft/draft.js';
import { PolicySetEntity } from '../../../src/modules/foundation/policy-sets/policy-set.entity.js';
import { OrganizationLimits } from '../../../src/modules/foundation/limits/organization-limits.js';
import { PolicySetWriter } from '../../../src/modules/foundation/policy-sets/policy-set.writer.js';
import { PolicySnapshotEntity } from '../../../src/modules/foundation/policy-sets/policy-snapshot.entity.js';
import { PolicySetsService } from '../../../src/modules/foundation/policy-sets/policy-sets.service.js';
import { SecretGrantWatchers } from '../../../src/modules/foundation/policy-sets/grants/secret-grant-watchers.js';
import { createTestDatabase, type TestDatabase } from '../../harness/database/database.js';

/** Rule sets have no endpoint that writes single rules yet, so these cases act on the service itself. */
describe('policy sets', () => {
  let database: TestDatabase;
  let source: BoundedDataSource;
  let db: Database;
  let epochs: Epochs;
  let writer: PolicySetWriter;
  let sets: PolicySetsService;
  let organizationId: string;
  let scope: { organizationId: string; workspaceId: string };

  const blocking: DraftChange = (draft) => draft.map((rule) => ({ ...rule, action: 'block' }));
  const agent = { id: randomUUID(), name: 'Bot' };
  const stripe = { id: randomUUID(), name: 'Stripe' };
  const linear = { id: randomUUID(), name: 'Linear' };

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new BoundedDataSource(
      dataSourceOptions(database.url, [PolicySetEntity, PolicySnapshotEntity]),
    ).initialize();
    db = new Database(source);
    epochs = new Epochs(db, new Notifications({ url: database.url } as never));
    writer = new PolicySetWriter(epochs, new OrganizationLimits({ limitObjects: 0, limitRules: 0 } as never));
    sets = new PolicySetsService(writer, new SecretGrantWatchers());
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  beforeEach(async () => {
    organizationId = newId16();
    await database.query(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Acme', $1)`, [
      organizationId,
    ]);
    await db.tx((tx) => sets.createOrganizationSet(tx, organizationId));
    scope = await workspace();
  });

  async function workspace(): Promise<{ organizationId: string; workspaceId: string }> {
    const workspaceId = newId16();
    await database.query(
      `INSERT INTO workspaces (id, organization_id, name, slug) VALUES ($1, $2, 'W', $1)`,
      [workspaceId, organizationId],
    );
    await db.tx((tx) => sets.createWorkspaceSet(tx, { organizationId, workspaceId }));
    return { organizationId, workspaceId };
  }

  async function generation(
    of: { organizationId?: string; workspaceId?: string | null } = scope,
  ): Promise<number> {
    const [set] = await database.query<{ live_generation: number }>(
      `SELECT live_generation FROM policy_sets
       WHERE organization_id = $1 AND workspace_id IS NOT DISTINCT FROM $2`,
      [organizationId, of.workspaceId ?? null],
    );
    return set!.live_generation;
  }

  async function epoch(key: string): Promise<number> {
    return (await epochs.read([key])).get(key)!;
  }

  /** Stores a custom organization rule as the draft would hold it; the next publish carries it along. */
  async function organizationRule(fields: { identities: object[]; targets: object[] }): Promise<string> {
    const logicalId = randomUUID();
    await database.query(
      `INSERT INTO policy_rules (set_id, logical_id, priority, source, name, action, identities, targets)
       SELECT id, $2, 1, 'custom', 'rule', 'block', $3, $4 FROM policy_sets
       WHERE organization_id = $1 AND workspace_id IS NULL`,
      [organizationId, logicalId, JSON.stringify(fields.identities), JSON.stringify(fields.targets)],
    );
    return logicalId;
  }

  async function ruleOf(logicalId: string): Promise<PublishedRule | undefined> {
    return (await sets.liveRules(db, { organizationId, workspaceId: null })).find(
      (rule) => rule.logicalId === logicalId,
    );
  }

  it('are born with a persisted Default Rule as published generation 1', async () => {
    for (const level of [scope, { organizationId, workspaceId: null }]) {
      const rules = await sets.liveRules(db, level);
      expect(rules).toEqual([
        expect.objectContaining({
          isDefault: true,
          source: 'default',
          action: 'allow',
          coverage: 'credentialed',
        }),
      ]);
      expect(await generation(level)).toBe(1);
    }
  });

  it('02-19 repeating a secret grant stores nothing and publishes nothing', async () => {
    expect(await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe))).toBe(true);
    const before = { generation: await generation(), epoch: await epoch(`ws:${scope.workspaceId}`) };
    expect(before.generation).toBe(2);
    expect(await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe))).toBe(false);
    expect({ generation: await generation(), epoch: await epoch(`ws:${scope.workspaceId}`) }).toEqual(before);
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([stripe.id]);
  });

  it('publish a grant as one allow rule for that agent on that secret, before the Default Rule', async () => {
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe));
    const [grant, last] = await sets.liveRules(db, scope);
    expect(grant).toMatchObject({
      source: 'grant',
      action: 'allow',
      enabled: true,
      name: 'Bot → Stripe',
      identities: [{ type: 'agent', id: agent.id }],
      targets: [{ kind: 'secret', secretId: stripe.id, secretScope: null }],
      conditions: null,
      coverage: null,
    });
    expect(last).toMatchObject({ isDefault: true });
  });

  it('raise the epoch of the scope that changed and only of it', async () => {
    const [organization, own] = [
      await epoch(`org:${organizationId}`),
      await epoch(`ws:${scope.workspaceId}`),
    ];
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe));
    expect(await epoch(`ws:${scope.workspaceId}`)).toBeGreaterThan(own);
    expect(await epoch(`org:${organizationId}`)).toBe(organization);
    await db.tx((tx) => writer.change(tx, { organizationId, workspaceId: null }, blocking));
    expect(await epoch(`org:${organizationId}`)).toBeGreaterThan(organization);
  });

  it('02-25 published ids differ in every generation, logical and draft ids do not', async () => {
    const drafts = () => database.query(`SELECT id, logical_id FROM policy_rules ORDER BY id`);
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe));
    const [first] = await sets.liveRules(db, scope);
    const before = await drafts();
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, linear));
    const [again] = await sets.liveRules(db, scope);
    expect(again!.logicalId).toBe(first!.logicalId);
    expect(again!.id).not.toBe(first!.id);
    expect(await drafts()).toEqual(expect.arrayContaining(before));
  });

  it('02-39 two writers at once both get their rule, with different priorities', async () => {
    const secrets = Array.from({ length: 8 }, (_, index) => ({ id: randomUUID(), name: `Secret ${index}` }));
    await Promise.all(secrets.map((secret) => db.tx((tx) => sets.attachSecret(tx, scope, agent, secret))));
    const rules = (await sets.liveRules(db, scope)).filter((rule) => !rule.isDefault);
    expect(new Set(await sets.secretGrantsOf(db, scope, agent.id))).toEqual(
      new Set(secrets.map(({ id }) => id)),
    );
    expect(new Set(rules.map((rule) => rule.priority)).size).toBe(8);
    expect(await generation()).toBe(9);
  });

  it('keep the newest ten generations', async () => {
    for (let index = 0; index < 12; index++) {
      const secret = { id: randomUUID(), name: `Secret ${index}` };
      await db.tx((tx) => sets.attachSecret(tx, scope, agent, secret));
    }
    const kept = await database.query<{ generation: number }>(
      `SELECT generation FROM policy_snapshots AS s JOIN policy_sets AS p ON p.id = s.set_id
       WHERE p.workspace_id = $1 ORDER BY generation`,
      [scope.workspaceId],
    );
    expect(kept.map((row) => row.generation)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('attach many secrets in one publish, in the order given', async () => {
    const grants = [linear, stripe].map((secret) => ({ agent, secret }));
    expect(await db.tx((tx) => sets.attachSecrets(tx, scope, grants))).toBe(true);
    expect(await generation()).toBe(2);
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([linear.id, stripe.id]);
    expect(await db.tx((tx) => sets.attachSecrets(tx, scope, []))).toBe(false);
  });

  it('02-9 replace the secrets of one agent in one publish and leave other agents alone', async () => {
    const other = { id: randomUUID(), name: 'Other' };
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe));
    await db.tx((tx) => sets.attachSecret(tx, scope, other, stripe));
    await db.tx((tx) => sets.replaceSecretGrants(tx, scope, agent, [linear]));
    expect(await generation()).toBe(4);
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([linear.id]);
    expect(await db.tx((tx) => sets.replaceSecretGrants(tx, scope, agent, [linear]))).toBe(false);
    await db.tx((tx) => sets.replaceSecretGrants(tx, scope, agent, []));
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([]);
    expect(await sets.secretGrantsOf(db, scope, other.id)).toEqual([stripe.id]);
  });

  it('detach one secret; detaching it again changes nothing', async () => {
    await db.tx((tx) =>
      sets.attachSecrets(
        tx,
        scope,
        [stripe, linear].map((secret) => ({ agent, secret })),
      ),
    );
    expect(await db.tx((tx) => sets.detachSecret(tx, scope, agent.id, stripe.id))).toBe(true);
    expect(await db.tx((tx) => sets.detachSecret(tx, scope, agent.id, stripe.id))).toBe(false);
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([linear.id]);
  });

  it('leave nothing behind when the transaction rolls back', async () => {
    const failing = db.tx(async (tx) => {
      await sets.attachSecret(tx, scope, agent, stripe);
      throw new Error('later failure');
    });
    await expect(failing).rejects.toThrow('later failure');
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([]);
    expect(await generation()).toBe(1);
  });

  it('refresh grant names when an agent or a secret is renamed', async () => {
    const elsewhere = await workspace();
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe));
    await db.tx((tx) => sets.attachSecret(tx, elsewhere, { id: randomUUID(), name: 'Far' }, stripe));
    await db.tx((tx) => sets.renameAgent(tx, scope, { id: agent.id, from: 'Bot', to: 'Clerk → 2' }));
    await db.tx((tx) =>
      sets.renameSecret(tx, organizationId, { id: stripe.id, from: 'Stripe', to: 'Payments' }),
    );
    expect((await sets.liveRules(db, scope))[0]!.name).toBe('Clerk → 2 → Payments');
    expect((await sets.liveRules(db, elsewhere))[0]!.name).toBe('Far → Payments');
  });

  it('a deleted agent loses its grants and no others', async () => {
    const other = { id: randomUUID(), name: 'Other' };
    await db.tx((tx) =>
      sets.attachSecrets(
        tx,
        scope,
        [agent, other].map((to) => ({ agent: to, secret: stripe })),
      ),
    );
    await db.tx((tx) => sets.removeAgent(tx, scope, agent.id));
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([]);
    expect(await sets.secretGrantsOf(db, scope, other.id)).toEqual([stripe.id]);
  });

  it('a deleted secret leaves every set, and a rule left without targets stays', async () => {
    const elsewhere = await workspace();
    const untouched = await workspace();
    await db.tx((tx) => sets.attachSecret(tx, scope, agent, stripe));
    await db.tx((tx) => sets.attachSecret(tx, elsewhere, agent, stripe));
    await db.tx((tx) => sets.attachSecret(tx, untouched, agent, linear));
    const targets = [{ kind: 'secret', secretId: stripe.id, secretScope: null }];
    const rule = await organizationRule({ identities: [], targets });
    await db.tx((tx) => sets.removeSecret(tx, organizationId, stripe.id));
    expect(await sets.secretGrantsOf(db, scope, agent.id)).toEqual([]);
    expect(await sets.secretGrantsOf(db, elsewhere, agent.id)).toEqual([]);
    expect(await ruleOf(rule)).toMatchObject({ enabled: true, targets: [] });
    expect(await generation(untouched)).toBe(2);
  });

  it('02-37 a rule for one user is disabled when the user goes; a shared one loses only the user', async () => {
    const [user, group] = [randomUUID(), randomUUID()];
    const targets = [{ kind: 'network', hostPattern: 'x.test', pathPattern: null, method: null }];
    const alone = await organizationRule({ identities: [{ type: 'user', id: user }], targets });
    const both = [
      { type: 'user', id: user },
      { type: 'group', id: group },
    ];
    const shared = await organizationRule({ identities: both, targets });
    const disabled = await db.tx((tx) => sets.removeUser(tx, organizationId, user));
    expect(disabled).toEqual([(await ruleOf(alone))!.logicalId]);
    expect(await ruleOf(alone)).toMatchObject({ enabled: false, identities: [] });
    expect(await ruleOf(shared)).toMatchObject({ enabled: true, identities: [{ type: 'group', id: group }] });
    expect(await db.tx((tx) => sets.removeGroup(tx, organizationId, group))).toHaveLength(1);
    expect(await ruleOf(shared)).toMatchObject({ enabled: false, identities: [] });
  });

  it('of a foreign organization cannot be named by a workspace id alone', async () => {
    const foreign = { organizationId: newId16(), workspaceId: scope.workspaceId };
    await expect(db.tx((tx) => sets.attachSecret(tx, foreign, agent, stripe))).rejects.toThrow(
      'Workspace not found',
    );
    await expect(sets.liveRules(db, foreign)).rejects.toThrow('no live rule set');
  });
});
