/** Folders and repositories of connected accounts, for who chooses what agents reach (03 §13.6). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type ApiClient } from '../../harness/clients/client.js';
import { connect, setStatus } from '../../harness/upstreams/connections.js';
import { joinAs } from '../../harness/people/members.js';
import { fieldsOf, json, StandInOAuth, type StandInProviders } from '../../harness/upstreams/providers.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';

const DROPBOX = '/v1/apps/dropbox/folders';
const DRIVE = '/v1/apps/google-drive/folders';
const NAMES = '/v1/apps/google-drive/folder-names';
const GITHUB = '/v1/apps/github-app/repositories';
const FOLDER = 'application/vnd.google-apps.folder';

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;

withProviders((stand) => ({ server, providers } = stand), {
  ENTERPRISE_ENABLED: 'true',
  DROPBOX_CLIENT_ID: 'operator',
  DROPBOX_CLIENT_SECRET: 'operator-secret',
});

beforeEach(async () => {
  providers.reset();
  owner = await signUpOwner(server);
});

const account = (provider: string, scope: { organizationId: string; workspaceId?: string } = owner) =>
  connect(server, scope, {
    provider,
    credentials: { access_token: 'the-token' },
    metadata: { repos: ['o/old'] },
  });
const browse = (path: string, query: Record<string, string>, as: ApiClient = owner.api) =>
  as.get(`${path}?${new URLSearchParams(query).toString()}`);

describe('resource browsing', () => {
  it('lists folders of Dropbox, page by page, one level at a time', async () => {
    const entry = (name: string, tag = 'folder') => ({
      '.tag': tag,
      id: `id:${name}`,
      name,
      path_lower: `/${name.toLowerCase()}`,
      path_display: `/${name}`,
    });
    providers.on('api.dropboxapi.com/2/files/list_folder', (seen, response) => {
      if (fieldsOf(seen)['path'] === '/none') return json(response, 409, { error_summary: 'path/not_found' });
      json(response, 200, { entries: [entry('B'), entry('x.txt', 'file')], has_more: true, cursor: 'c' });
    });
    providers.tells('api.dropboxapi.com/2/files/list_folder/continue', {
      entries: [entry('A')],
      has_more: false,
    });
    const connectionId = await account('dropbox');
    const folders = ['B', 'A'].map((name) => ({
      id: `id:${name}`,
      name,
      pathLower: `/${name.toLowerCase()}`,
      pathDisplay: `/${name}`,
    }));
    for (const path of ['', '/', '/Team'])
      expect(await browse(DROPBOX, { connectionId, path })).toMatchObject({ status: 200, body: folders });
    const asked = providers.upstream.seen.filter(({ url }) => url.endsWith('list_folder'));
    expect(asked.map((seen) => fieldsOf(seen)['path'])).toEqual(['', '', '/Team']);
    expect(asked[0]!.headers.authorization).toBe('Bearer the-token');
    expect(await browse(DROPBOX, { connectionId, path: '/none' })).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error' } },
    });
  });

  it('lists the top of Google Drive with its shared drives, what is below, and how much that is', async () => {
    providers.on('www.googleapis.com/drive/v3/files', (seen, response) => {
      const query = new URL(seen.url, 'https://x').searchParams;
      const q = query.get('q') ?? '';
      if (!q.includes('mimeType')) {
        if (q.includes("'broken'")) return json(response, 500, {});
        const files = [{ mimeType: FOLDER }, { mimeType: 'text/plain' }, { mimeType: 'text/plain' }];
        return json(response, 200, { files, ...(q.includes("'many'") && { nextPageToken: 'more' }) });
      }
      if (!q.includes("'root'")) return json(response, 200, { files: [{ id: 'below', name: 'Below' }] });
      const second = query.get('pageToken') === 'p2';
      const files = second
        ? [
            { id: 'many', name: 'Many' },
            { id: 'broken', name: 'Broken' },
          ]
        : [{ id: 'f1', name: 'One' }];
      json(response, 200, { files, ...(!second && { nextPageToken: 'p2' }) });
    });
    providers.tells('www.googleapis.com/drive/v3/drives', { drives: [{ id: '0Drive', name: 'Sales' }] });
    const connectionId = await account('google-drive');
    const counted = { subfolderCount: 1, fileCount: 2, countCapped: false };
    expect(await browse(DRIVE, { connectionId, parentId: ' ' })).toMatchObject({
      status: 200,
      body: [
        { id: 'f1', name: 'One', kind: 'folder', ...counted },
        { id: 'many', name: 'Many', kind: 'folder', ...counted, countCapped: true },
        {
          id: 'broken',
          name: 'Broken',
          kind: 'folder',
          subfolderCount: null,
          fileCount: null,
          countCapped: false,
        },
        { id: '0Drive', name: 'Sales', kind: 'sharedDrive', ...counted },
      ],
    });
    const below = await browse(DRIVE, { connectionId, parentId: '0Drive' });
    expect(below.body).toEqual([{ id: 'below', name: 'Below', kind: 'folder', ...counted }]);
    for (const parentId of ["x' or 'root' in parents", '../about', 'x'.repeat(129)])
      expect(await browse(DRIVE, { connectionId, parentId })).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
  });

  it('tells names of folders and of shared drives, and of what is not seen that it is not', async () => {
    providers.tells('www.googleapis.com/drive/v3/files/f1', { id: 'f1', name: 'One', driveId: '0Drive' });
    providers.tells('www.googleapis.com/drive/v3/files/0Drive', {
      id: '0Drive',
      name: 'Drive',
      driveId: '0Drive',
    });
    providers.tells('www.googleapis.com/drive/v3/drives/0Drive', { name: 'Sales' });
    const connectionId = await account('google-drive');
    const names = await browse(NAMES, { connectionId, ids: 'f1,0Drive,gone,f1' });
    expect(names.body).toEqual({ f1: 'One', '0Drive': 'Sales', gone: null });
    expect((await browse(NAMES, { connectionId })).body).toEqual({});
    const many = (count: number) => Array.from({ length: count }, (_, each) => `i${each}`).join(',');
    expect((await browse(NAMES, { connectionId, ids: many(201) })).status).toBe(400);
    expect((await browse(NAMES, { connectionId, ids: 'a/b' })).status).toBe(400);
    expect(Object.keys((await browse(NAMES, { connectionId, ids: many(200) })).body)).toHaveLength(200);
  });

  it('lists repositories of an installation, and notes their names', async () => {
    const names = Array.from({ length: 120 }, (_, each) => `Acme/repo-${each}`);
    providers.on('api.github.com/installation/repositories', (seen, response) => {
      const query = new URL(seen.url, 'https://x').searchParams;
      const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))];
      const shown = names.slice((page - 1) * size, page * size);
      const repositories = shown.map((full_name) => ({ full_name, private: true, default_branch: 'main' }));
      json(response, 200, { total_count: names.length, repositories });
    });
    const connectionId = await account('github-app');
    const first = await browse(GITHUB, { connectionId });
    expect(first.body).toMatchObject({ total: 120, page: 1, perPage: 100 });
    expect(first.body.repositories).toHaveLength(100);
    expect(first.body.repositories[0]).toEqual({ fullName: names[0], private: true, defaultBranch: 'main' });
    const found = await browse(GITHUB, { connectionId, q: 'REPO-11', page: '2', perPage: '5' });
    expect(found.body).toMatchObject({ total: 11, page: 2, perPage: 5 });
    expect(found.body.repositories.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'Acme/repo-114',
      'Acme/repo-115',
      'Acme/repo-116',
      'Acme/repo-117',
      'Acme/repo-118',
    ]);
    const [listed] = (await owner.api.get('/v1/connections?provider=github-app')).body;
    expect(listed.metadata.repos).toEqual(names);
    for (const query of [{ page: '0' }, { perPage: '101' }, { page: 'x' }] as Record<string, string>[])
      expect(await browse(GITHUB, { connectionId, ...query })).toMatchObject({ status: 400 });
  });

  it('finds only what who asks may use', async () => {
    providers.tells('api.dropboxapi.com/2/files/list_folder', { entries: [] });
    const found = async (connectionId: string, as?: ApiClient) =>
      (await browse(DROPBOX, { connectionId }, as)).status;
    const [own, shared] = [
      await account('dropbox'),
      await account('dropbox', { organizationId: owner.organizationId }),
    ];
    expect([await found(own), await found(shared)]).toEqual([200, 200]);
    const stranger = await signUpOwner(server);
    const missing = {
      status: 404,
      body: { error: { type: 'not_found_error', message: 'Connection not found' } },
    };
    for (const id of [own, shared])
      expect(await browse(DROPBOX, { connectionId: id }, stranger.api)).toMatchObject(missing);
    expect(await browse(DROPBOX, { connectionId: 'no-uuid' })).toMatchObject(missing);
    expect(await browse(DRIVE, { connectionId: own })).toMatchObject(missing);
    const admin = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
    expect(await found(own, admin)).toBe(200);
    const member = (await joinAs(server, owner)).session.with({ 'x-organization-id': owner.organizationId });
    expect([await found(own, member), await found(shared, member)]).toEqual([404, 200]);
    await setStatus(server, owner, own, 'error');
    expect(await found(own)).toBe(404);
    expect(await browse(DROPBOX, {})).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });

  it.each([
    [401, 400, 'invalid_request_error'],
    [403, 400, 'invalid_request_error'],
    [500, 500, 'api_error'],
    [302, 500, 'api_error'],
  ])('answers what the provider answered with %i as %i', async (said, status, type) => {
    const secret = 'what the provider wrote';
    providers.on(
      'api.dropboxapi.com/2/files/list_folder',
      (_seen, response) => void response.writeHead(said, { location: 'https://elsewhere.test/' }).end(secret),
    );
    const answer = await browse(DROPBOX, { connectionId: await account('dropbox') });
    expect(answer).toMatchObject({ status, body: { error: { type } } });
    expect(answer.text).not.toContain(secret);
    expect(providers.calls()).toEqual(['POST api.dropboxapi.com/2/files/list_folder']);
  });

  it('06 §11.4.3 asks with another token once the account’s is refused, and says so when there is none', async () => {
    const dropbox = new StandInOAuth(providers, 'api.dropboxapi.com/oauth2/token', {
      id: 'operator',
      secret: 'operator-secret',
    });
    providers.on('api.dropboxapi.com/2/files/list_folder', ({ headers }, response) =>
      dropbox.takes(headers.authorization)
        ? json(response, 200, { entries: [], has_more: false })
        : json(response, 401, {}),
    );
    const refresh_token = dropbox.grant();
    const ask = async (credentials: Record<string, string>) =>
      browse(DROPBOX, { connectionId: await connect(server, owner, { provider: 'dropbox', credentials }) });
    expect(await ask({ access_token: 'revoked', refresh_token })).toMatchObject({ status: 200, body: [] });
    expect(await ask({ access_token: 'revoked', refresh_token })).toMatchObject({ status: 400 });
    const statuses = (await owner.api.get('/v1/connections')).body.map(
      ({ status }: { status: string }) => status,
    );
    expect(statuses.toSorted()).toEqual(['connected', 'expired']);
  });

  it('03-29 is not there without the licence', async () => {
    const community = await startServer();
    const someone = await signUpOwner(community);
    const admin = api(community).as(someone.cookie).with({ 'x-organization-id': someone.organizationId });
    for (const answer of [
      await admin.get('/v1/org/app-availability'),
      await someone.api.get(`${DROPBOX}?connectionId=x`),
      await someone.api.get(`${GITHUB}?connectionId=x`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: { type: 'enterprise_license_required' } } });
    await community.close();
  });
});
