import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/kernel/database/database.js';
import { ConnectionsService } from '../../../src/modules/credentials/connections/connections.service.js';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { connect } from '../../harness/upstreams/connections.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

let server: TestServer;
let owner: Owner;
let stranger: Owner;
let connections: ConnectionsService;
let store: Database;

beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
  stranger = await signUpOwner(server);
  store = server.app.get(Database, { strict: false });
  connections = server.app.get(ConnectionsService, { strict: false });
});

afterAll(() => server.close());

describe('connections a workspace can use (02 §5.1)', () => {
  it("are its own and its organization's, newest first, without credentials", async () => {
    const { organizationId, workspaceId } = owner;
    const shared = await connect(
      server,
      { organizationId },
      { label: 'Shared', metadata: { email: 'a@b.c' } },
    );
    const own = await connect(
      server,
      { organizationId, workspaceId },
      { provider: 'slack', status: 'error' },
    );
    await connect(server, { organizationId: stranger.organizationId });
    expect(await connections.attachPool(store, { organizationId, workspaceId })).toEqual([
      { id: own, provider: 'slack', label: null, scope: 'workspace', status: 'error', metadata: null },
      {
        id: shared,
        provider: 'gmail',
        label: 'Shared',
        scope: 'organization',
        status: 'connected',
        metadata: { email: 'a@b.c' },
      },
    ]);
  });

  it('02-1.8 a connection of another organization or workspace is not there', async () => {
    const { organizationId, workspaceId } = owner;
    const scope = { organizationId, workspaceId };
    const own = await connect(server, scope);
    const theirs = await connect(server, { ...stranger });
    expect(await connections.find(store, scope, own)).toMatchObject({ id: own, scope: 'workspace' });
    expect(await connections.find(store, scope, theirs)).toBeNull();
    expect(await connections.find(store, scope, 'no-uuid')).toBeNull();
    expect(await connections.find(store, { organizationId, workspaceId: null }, own)).toBeNull();
    expect(await connections.find(store, { ...stranger }, own)).toBeNull();
  });
});
