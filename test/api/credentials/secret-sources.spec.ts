import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const REFERENCE = 'op://vault/item/field';
const INLINE = {
  name: 'Key',
  type: 'generic',
  hostPattern: 'x.test',
  injectionConfig: { headerName: 'x-key' },
};

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await signUpOwner(server);
});

async function created(more: object): Promise<string> {
  const answer = await owner.api.post('/v1/secrets', { ...INLINE, ...more });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

async function shown(id: string): Promise<unknown> {
  const { body } = await owner.api.get('/v1/secrets');
  const { valueSource, opRef } = body.find((secret: { id: string }) => secret.id === id);
  return [valueSource, opRef];
}

/** As a process of the release before reads it. */
async function seenBefore(id: string): Promise<unknown> {
  const [row] = await server.db.query<{ source: string; reference: string | null }>(
    'SELECT value_source AS source, op_ref AS reference FROM secrets WHERE id = $1',
    [id],
  );
  return [row!.source, row!.reference];
}

describe('02 §3.4 the source of a secret while the release before runs beside this one', () => {
  it('is seen there as this release stores and changes it', async () => {
    const id = await created({ valueSource: 'onepassword', opRef: REFERENCE });
    expect(await seenBefore(id)).toEqual(['onepassword', REFERENCE]);
    await owner.api.patch(`/v1/secrets/${id}`, { opRef: 'op://a/b/c' });
    expect(await seenBefore(id)).toEqual(['onepassword', 'op://a/b/c']);
    await owner.api.patch(`/v1/secrets/${id}`, { value: 'v' });
    expect(await seenBefore(id)).toEqual(['inline', null]);
    await owner.api.patch(`/v1/secrets/${id}`, { name: 'New' });
    expect(await seenBefore(id)).toEqual(['inline', null]);
  });

  it('is seen here as that release stores and changes it', async () => {
    const [row] = await server.db.query<{ id: string }>(
      `INSERT INTO secrets (organization_id, workspace_id, name, type, value_source, op_ref, host_pattern)
       VALUES ($1, $2, 'Key', 'generic', 'onepassword', $3, 'x.test') RETURNING id`,
      [owner.organizationId, owner.workspaceId, REFERENCE],
    );
    const { id } = row!;
    expect(await shown(id)).toEqual(['onepassword', REFERENCE]);
    const change = (set: string) => server.db.query(`UPDATE secrets SET ${set} WHERE id = $1`, [id]);
    await change(`op_ref = 'op://a/b/c'`);
    expect(await shown(id)).toEqual(['onepassword', 'op://a/b/c']);
    await change(`value_source = 'inline', op_ref = NULL, value_ciphertext = 'sealed'`);
    expect(await shown(id)).toEqual(['inline', null]);
    await change(`name = 'New'`);
    expect(await shown(id)).toEqual(['inline', null]);
  });

  it('is a value or a reference, never both or neither, whichever release writes it', async () => {
    const id = await created({ value: 'v' });
    for (const set of [`op_ref = 'op://a/b/c'`, 'value_ciphertext = NULL', `source_kind = 'onepassword'`])
      await expect(server.db.query(`UPDATE secrets SET ${set} WHERE id = $1`, [id])).rejects.toThrow(
        'secrets_source_check',
      );
  });

  it('of a kind that only a later release knows is shown by its name and gives agents nothing', async () => {
    const id = await created({ value: 'v' });
    await server.db.query(
      `UPDATE secrets SET source_kind = 'moon', source_reference = 'sea', value_ciphertext = NULL WHERE id = $1`,
      [id],
    );
    expect(await shown(id)).toEqual(['moon', null]);
    const refused = await owner.api.patch(`/v1/secrets/${id}`, { opRef: REFERENCE });
    expect([refused.status, refused.body]).toEqual([400, { error: 'No fields to update' }]);
  });
});
