/** What an agent reaches of an account with a resource scope, as the provider sees it (03 §13; 06 §13.5). */
import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, type AgentAnswer, type Asking, createAgent } from '../../harness/clients/agent.js';
import { connect } from '../../harness/upstreams/connections.js';
import { StandInDrive } from '../../harness/upstreams/google-drive.js';
import { json, StandInOAuth, type StandInProviders } from '../../harness/upstreams/providers.js';
import { raiseOrganization } from '../../harness/people/people.js';
import { organizationRules } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withProviders } from '../../harness/server/stands.js';
import { until } from '../../harness/time/until.js';

let server: TestServer;
let providers: StandInProviders;
let owner: Owner;
let agent: Agent;

withProviders((stand) => ({ server, providers } = stand), {
  ENTERPRISE_ENABLED: 'true',
  GOOGLE_CLIENT_ID: 'operator',
  GOOGLE_CLIENT_SECRET: 'operator-secret',
});

beforeEach(async () => {
  providers.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

const asJson = (body: unknown): Asking => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** An account of the organization that the agent has in part. */
async function narrowed(provider: string, resources: object, to: Agent = agent): Promise<string> {
  const { organizationId } = owner;
  const metadata = { repos: ['acme/api', 'acme/web'] };
  const id = await connect(
    server,
    { organizationId },
    { provider, metadata, credentials: { access_token: `token-of-${provider}` } },
  );
  await select(id, resources, to);
  return id;
}

async function select(id: string, resources: object | null, to: Agent = agent): Promise<void> {
  const body = { access: 'full', resources };
  const granted = await owner.api.put(`/v1/agents/${to.id}/grants/connections/${id}`, body);
  expect([granted.status, granted.text]).toEqual([200, expect.any(String)]);
}

/** `sent` with the account's credential, else the code of the refusal; what was refused reached nobody. */
async function outcome(url: string, asking: Asking = {}): Promise<string> {
  providers.upstream.seen.length = 0;
  const answer = await agent.ask(url, asking);
  const own = providers.upstream.seen.filter((seen) => !seen.url.includes('fields=id,parents'));
  if (own.length === 0) return answer.body?.error ?? `refused ${answer.status}`;
  return own[0]!.headers.authorization?.startsWith('Bearer token-of-') ? 'sent' : 'sent without credential';
}

describe('03-47, R58 cursors of Dropbox under a folder scope', () => {
  const API = 'https://api.dropboxapi.com/2';

  it('pass with proof only: of this agent, account, kind and folders', async () => {
    const id = await narrowed('dropbox', { folders: ['/clients', '/more'] });
    providers.upstream.answer = (_request, response, seen) => {
      const { cursor = '' } = JSON.parse(seen.body.toString() || '{}') as { cursor?: string };
      const page = {
        entries: [{ name: '"cursor": "x"', cursor: 'deeper' }],
        cursor: `${cursor}N`,
        has_more: true,
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(page));
    };
    const list = (operation: string, body: object, by: Agent = agent): Promise<AgentAnswer> =>
      by.ask(`${API}/${operation}`, asJson(body));
    const first = await list('files/list_folder', { path: '/clients' });
    expect(first.body.entries).toEqual([{ name: '"cursor": "x"', cursor: 'deeper' }]);
    expect(first.body.cursor).toMatch(/^N\.cgw\./);
    const second = await list('files/list_folder/continue', { cursor: first.body.cursor });
    expect(second.body.cursor).toMatch(/^NN\.cgw\./);
    expect(JSON.parse(providers.upstream.seen.at(-1)!.body.toString())).toEqual({ cursor: 'N' });

    const refused = async (answer: Promise<AgentAnswer>): Promise<void> =>
      expect((await answer).body.error).toBe('resource_access_denied');
    for (const cursor of [
      'N',
      first.body.cursor.replace('N', 'M'),
      `${first.body.cursor}x`,
      '',
      undefined,
      7,
    ])
      await refused(list('files/list_folder/continue', { cursor }));
    await refused(list('files/list_folder/continue', { cursor: first.body.cursor, path: '/' }));
    const links = { path: '/clients', direct_only: true };
    await refused(list('sharing/list_shared_links', { ...links, cursor: first.body.cursor }));
    await refused(list('sharing/list_shared_links', { path: '/clients' }));
    const linked = await list('sharing/list_shared_links', links);
    expect((await list('sharing/list_shared_links', { ...links, cursor: linked.body.cursor })).status).toBe(
      200,
    );

    const other = await createAgent(server, owner, 'Other');
    await select(id, { folders: ['/clients', '/more'] }, other);
    await refused(list('files/list_folder/continue', { cursor: first.body.cursor }, other));
    await select(id, { folders: ['/clients'] });
    await refused(list('files/list_folder/continue', { cursor: first.body.cursor }));
  });
});

describe('Dropbox under a folder scope', () => {
  const API = 'https://api.dropboxapi.com/2/files';
  const list = (path: unknown) => outcome(`${API}/list_folder`, asJson({ path }));

  beforeEach(() => {
    providers.tells('api.dropboxapi.com/2/files/list_folder', { entries: [] });
    providers.tells('content.dropboxapi.com/2/files/upload', {});
  });

  it('R42 refuses what a field puts in place of the path', async () => {
    await narrowed('dropbox', { folders: ['/clients'] });
    const asked = asJson({ path: '/clients' });
    expect(await outcome(`${API}/list_folder`, asked)).toBe('sent');
    const headers = { ...asked.headers, 'x-original-url': '/2/files/list_folder/continue' };
    expect(await outcome(`${API}/list_folder`, { ...asked, headers })).toBe('resource_access_denied');
  });

  it('03-38 06-T124 passes what lies in the folders, and refuses what does not or cannot be told', async () => {
    const id = await narrowed('dropbox', { folders: ['/clients'] });
    expect(await list('/Clients/Acme')).toBe('sent');
    for (const path of ['/clientsfoo', '', '/', 'id:abc', '/clients/../hr'])
      expect([path, await list(path)]).toEqual([path, 'resource_access_denied']);
    const answer = await agent.ask(`${API}/list_folder`, asJson({ path: '/clientsfoo' }));
    expect(answer).toMatchObject({ status: 403, headers: { 'x-should-retry': 'false' } });
    expect(answer.body).toEqual({
      error: 'resource_access_denied',
      message: expect.any(String),
      allowed: ['/clients'],
      detail: expect.stringContaining('/clientsfoo'),
    });
    await organizationRules(server, owner, [
      {
        conditions: { folders: ['/finance'] },
        targets: [{ kind: 'connection', connectionId: id, tools: [] }],
      },
    ]);
    const nothing = await agent.ask(`${API}/list_folder`, asJson({ path: '/clients' }));
    expect(nothing.body).toMatchObject({ error: 'resource_access_denied', allowed: [] });
    await organizationRules(server, owner, []);
    await select(id, null);
    expect(await list('/hr')).toBe('sent');
  });

  it('R26 reads the bytes that the provider gets, and none that it might read differently', async () => {
    await narrowed('dropbox', { folders: ['/clients'] });
    const inside = '{"path":"/clients/a"}';
    const { headers } = asJson('');
    const ask = (body: string | Buffer, more: Record<string, string> = {}) =>
      outcome(`${API}/list_folder`, { method: 'POST', headers: { ...headers, ...more }, body });
    expect(await ask(inside)).toBe('sent');
    expect(providers.upstream.seen[0]!.body.toString()).toBe(inside);
    expect(await ask(inside, { 'transfer-encoding': 'chunked' })).toBe('sent');
    for (const [body, more] of [
      ['{"path":"/clients/a","path":"/hr"}', {}],
      ['{"path":"/clients/a","PATH":"/hr"}', {}],
      [gzipSync(inside), { 'content-encoding': 'gzip' }],
      [gzipSync(inside), {}],
      [inside, { 'content-type': 'text/plain' }],
      [inside, { content_type: 'application/octet-stream' }],
      [inside, { 'x-http-method-override': 'DELETE' }],
      [inside, { 'dropbox-api-path-root': '{".tag":"root","root":"7"}' }],
      [`${inside}${' '.repeat(300_000)}`, {}],
    ] as const)
      expect([body.length, await ask(body as string, more)]).toEqual([body.length, 'resource_access_denied']);
  });

  it('streams content that its argument has named, whatever the content says', async () => {
    await narrowed('dropbox', { folders: ['/clients'] });
    const upload = (path: string, body: Buffer) =>
      outcome('https://content.dropboxapi.com/2/files/upload', {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'dropbox-api-arg': JSON.stringify({ path, mode: 'add' }),
        },
        body,
      });
    const content = Buffer.alloc(2_000_000, '{"path":"/hr"}');
    expect(await upload('/clients/x.bin', content)).toBe('sent');
    expect(providers.upstream.seen[0]!.body.equals(content)).toBe(true);
    expect(await upload('/hr/x.bin', content)).toBe('resource_access_denied');
  });

  it('R29 ends a download when what it is part of is no longer reached', async () => {
    const id = await narrowed('dropbox', { folders: ['/clients'] });
    providers.on(
      'content.dropboxapi.com/2/files/download',
      (_seen, response) => void response.write('first'),
    );
    const asking = { method: 'POST', headers: { 'dropbox-api-arg': '{"path":"/clients/big"}' } };
    const ended = agent.ask('https://content.dropboxapi.com/2/files/download', asking).then(
      () => 'complete',
      () => 'cut',
    );
    await until(() => providers.upstream.seen.length === 1);
    await select(id, { folders: ['/clients', '/hr'] });
    await select(id, { folders: ['/hr'] });
    expect(await ended).toBe('cut');
  });
});

describe('Google Drive under a folder scope', () => {
  const FILES = 'https://www.googleapis.com/drive/v3/files';
  const UPLOADS = 'https://www.googleapis.com/upload/drive/v3/files';
  const SCOPE = { driveFolders: ['0Drive/fA'] };
  let drive: StandInDrive;

  beforeEach(() => {
    drive = new StandInDrive(providers, {
      '0Drive': {},
      fA: { parents: ['0Drive'] },
      sub: { parents: ['fA'] },
      doc: { parents: ['sub'], mimeType: 'text/plain' },
      fB: { parents: ['0Drive'] },
      other: { parents: ['fB'] },
    });
    providers.tells('www.googleapis.com/drive/v3/files', { files: [] });
  });

  it('03-39 passes what lies in the folders, as long as they are where they were', async () => {
    await narrowed('google-drive', SCOPE);
    expect(await outcome(FILES, asJson({ name: 'x' }))).toBe('resource_access_denied');
    expect(await outcome(FILES)).toBe('resource_access_denied');
    expect(await outcome(FILES, asJson({ name: 'x', parents: ['sub'] }))).toBe('sent');
    expect(await outcome(`${FILES}?q='fA'+in+parents`)).toBe('sent');
    expect(await outcome(`${FILES}?q='fB'+in+parents`)).toBe('resource_access_denied');
    expect(await outcome(`${FILES}/doc?alt=media`)).toBe('sent');
    for (const id of ['other', 'fB', '0Drive', 'root', 'gone'])
      expect([id, await outcome(`${FILES}/${id}`)]).toEqual([id, 'resource_access_denied']);
    expect(await outcome(`${FILES}/doc?addParents=fB`, { method: 'PATCH' })).toBe('resource_access_denied');
    const answer = await agent.ask(`${FILES}/other`);
    expect(answer.body).toMatchObject({ allowed: ['0Drive/fA'], detail: expect.stringContaining('other') });

    drive.set('fA', { parents: ['fB'] });
    // What was found is remembered for a minute, or until anything of the organization changes.
    await raiseOrganization(server, owner.organizationId);
    expect(await outcome(`${FILES}/doc`)).toBe('resource_access_denied');
    expect(await outcome(`${FILES}?q='fA'+in+parents`)).toBe('resource_access_denied');
  });

  it('R42 refuses what a field puts in place of the path', async () => {
    await narrowed('google-drive', SCOPE);
    for (const name of ['x-original-url', 'X_Rewrite_Url'])
      expect(await outcome(`${FILES}/doc`, { headers: { [name]: '/drive/v3/files/other' } })).toBe(
        'resource_access_denied',
      );
    expect(await outcome(`${FILES}/doc`, { headers: { 'x-original-url': '/drive/v3/files/doc' } })).toBe(
      'sent',
    );
  });

  it('asks with the token of the account, and not twice for what it knows', async () => {
    await narrowed('google-drive', SCOPE);
    await agent.ask(`${FILES}/doc`);
    expect(StandInDrive.lookups(providers.upstream.seen)).toEqual(['doc', 'sub', 'fA', '0Drive']);
    for (const { headers } of providers.upstream.seen)
      expect(headers.authorization).toBe('Bearer token-of-google-drive');
    providers.upstream.seen.length = 0;
    await Promise.all([agent.ask(`${FILES}/doc`), agent.ask(`${FILES}/sub`)]);
    expect(StandInDrive.lookups(providers.upstream.seen)).toEqual([]);
  });

  it.each([500, 429, 401])('fails closed where Drive answers %i', async (status) => {
    await narrowed('google-drive', SCOPE);
    drive.failing = status;
    expect(await outcome(`${FILES}/doc`)).toBe('resolution_failed');
    drive.failing = null;
    expect(await outcome(`${FILES}/doc`)).toBe('sent');
  });

  it('06 §11.4.3 asks with another token once the account’s is refused before its end', async () => {
    const client = { id: 'operator', secret: 'operator-secret' };
    const google = new StandInOAuth(providers, 'oauth2.googleapis.com/token', client);
    const credentials = { access_token: google.accessToken(), refresh_token: google.grant() };
    const { organizationId } = owner;
    const id = await connect(server, { organizationId }, { provider: 'google-drive', credentials });
    await select(id, SCOPE);
    drive.takes = (authorization) => google.takes(authorization);
    expect((await agent.ask(`${FILES}/doc`)).status).toBe(200);
    google.revoke(credentials.access_token);
    const known = await raiseOrganization(server, organizationId).then(() => agent.ask(`${FILES}/doc`));
    expect([known.status, known.body]).toEqual([200, expect.objectContaining({ id: 'doc' })]);
    expect((await agent.ask(`${FILES}/other`)).body.error).toBe('resource_access_denied');
  });

  it('goes on with upload sessions that it let begin, for the agent and the folders they began with', async () => {
    const id = await narrowed('google-drive', SCOPE);
    const begin = (parents: string[]): Promise<AgentAnswer> =>
      agent.ask(`${UPLOADS}?uploadType=resumable`, asJson({ parents }));
    expect((await begin(['fB'])).body).toMatchObject({ error: 'resource_access_denied' });
    const location = String((await begin(['fA'])).headers['location']);
    expect(location).toMatch(
      /^https:\/\/www\.googleapis\.com\/upload\/drive\/v3\/files\?uploadType=resumable&/,
    );
    const go = (address: string): Promise<string> => outcome(address, { method: 'PUT', body: 'content' });
    expect(await go(location)).toBe('sent');
    expect(providers.upstream.seen[0]!.url).toBe(
      '/upload/drive/v3/files?uploadType=resumable&upload_id=session-1',
    );
    for (const address of [
      location.replace('session-1', 'session-2'),
      location.replace(/&gateway_session=.*/, ''),
      `${location}&upload_id=session-2`,
      `${location}x`,
    ])
      expect([address, await go(address)]).toEqual([address, 'resource_access_denied']);
    const other = await createAgent(server, owner);
    await select(id, SCOPE, other);
    expect((await other.ask(location, { method: 'PUT', body: 'x' })).status).toBe(403);
    await select(id, { driveFolders: ['0Drive/fB'] });
    expect(await go(location)).toBe('resource_access_denied');
    await select(id, null);
    const plain = await begin(['fB']);
    expect(plain.headers['location']).not.toContain('gateway_session');
  });

  it('takes the metadata of an upload in parts from its first part', async () => {
    await narrowed('google-drive', SCOPE);
    const upload = (metadata: object) =>
      outcome(`${UPLOADS}?uploadType=multipart`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/related; boundary=xyz' },
        body: Buffer.concat([
          Buffer.from(`--xyz\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n`),
          Buffer.from('--xyz\r\nContent-Type: image/png\r\n\r\n'),
          Buffer.alloc(1_000_000, 0x89),
          Buffer.from('\r\n--xyz--'),
        ]),
      });
    expect(await upload({ parents: ['fA'] })).toBe('sent');
    expect(await upload({ parents: ['fB'] })).toBe('resource_access_denied');
    expect(await upload({ name: 'x' })).toBe('resource_access_denied');
  });

  it('refuses batches, older interfaces and the account as a whole', async () => {
    await narrowed('google-drive', SCOPE);
    for (const url of ['/batch/drive/v3', '/drive/v2/files/doc', '/drive/v3/changes', '/drive/v3/drives'])
      expect([url, await outcome(`https://www.googleapis.com${url}`)]).toEqual([
        url,
        'resource_access_denied',
      ]);
    providers.tells('www.googleapis.com/drive/v3/drives/0Drive', {});
    expect(await outcome('https://www.googleapis.com/drive/v3/drives/0Drive')).toBe('sent');
  });
});

describe('a GitHub App for some repositories', () => {
  const MINT = 'api.github.com/app/installations/7/access_tokens';
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  let minted: Record<string, unknown>[];

  /** GitHub as far as a token reaches: one that is limited knows its repositories alone. */
  beforeEach(() => {
    minted = [];
    providers.on(MINT, (seen, response) => {
      const asked =
        seen.body.length === 0 ? {} : (JSON.parse(seen.body.toString()) as Record<string, unknown>);
      minted.push(asked);
      const names = asked['repositories'] as string[] | undefined;
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      json(response, 201, { token: names === undefined ? 'all' : `only:${names.join(',')}`, expires_at });
    });
    for (const repository of ['api', 'web'])
      providers.on(`github.com/acme/${repository}.git/info/refs`, ({ headers }, response) => {
        const [, basic = ''] = (headers.authorization ?? '').split(' ');
        const token = Buffer.from(basic, 'base64').toString().replace('x-access-token:', '');
        json(response, token === 'all' || token === `only:${repository}` ? 200 : 403, {});
      });
  });

  async function installation(resources: object | null): Promise<string> {
    const app = { type: 'github_app', installation_id: '7', app_id: '1', private_key: privateKey };
    const credentials = { ...app, access_token: 'all' };
    const metadata = { username: 'Acme', repos: ['acme/api', 'acme/web'] };
    const { organizationId } = owner;
    const id = await connect(server, { organizationId }, { provider: 'github-app', credentials, metadata });
    await select(id, resources);
    return id;
  }

  const clone = async (repository: string): Promise<[number, string | undefined]> => {
    const answer = await agent.ask(
      `https://github.com/acme/${repository}.git/info/refs?service=git-upload-pack`,
    );
    return [answer.status, answer.body?.error];
  };
  const atGitHub = () => providers.upstream.seen.filter(({ url }) => url.includes('info/refs')).length;

  it('03-37 gets a token for these alone, which it keeps while it lasts', async () => {
    const id = await installation({ repositories: ['acme/api'] });
    expect(await clone('api')).toEqual([200, undefined]);
    expect(await clone('web')).toEqual([403, undefined]);
    expect(minted).toEqual([{ repositories: ['api'] }]);
    const kept = await server.db.query<{ metadata: object }>('SELECT * FROM connections WHERE id = $1', [id]);
    expect(JSON.stringify(kept)).not.toContain('only:');
    await select(id, { repositories: ['acme/web'] });
    expect(await clone('api')).toEqual([403, undefined]);
    expect(await clone('web')).toEqual([200, undefined]);
    await select(id, null);
    expect(await clone('api')).toEqual([200, undefined]);
  });

  it.each<[string, number, unknown]>([
    ['refuses', 422, { message: 'no such repository' }],
    ['fails', 500, {}],
    ['names no token', 201, {}],
  ])('03-37 sends nothing where GitHub %s', async (_, status, body) => {
    await installation({ repositories: ['acme/api'] });
    providers.tells(MINT, body, status);
    expect(await clone('api')).toEqual([502, 'credential_unavailable']);
    expect(atGitHub()).toBe(0);
  });

  it('03 §12.3 asks GitHub once in a while where it fails, and not again once the installation is removed', async () => {
    const refusing = (status: number): void =>
      void providers.on(MINT, (_seen, response) => {
        minted.push({});
        json(response, status, {});
      });
    const id = await installation({ repositories: ['acme/api'] });
    refusing(500);
    for (let times = 0; times < 3; times++) expect((await clone('api'))[0]).toBe(502);
    expect(minted).toHaveLength(1);
    await select(id, { repositories: ['acme/api', 'acme/web'] });
    refusing(404);
    expect(await clone('api')).toEqual([502, 'credential_unavailable']);
    for (let times = 0; times < 3; times++) expect(await clone('api')).toEqual([403, 'app_not_connected']);
    expect(minted).toHaveLength(2);
    const listed = (await owner.api.get('/v1/connections')).body;
    expect(listed).toMatchObject([{ id, status: 'expired' }]);
  });

  it('sends nothing for repositories of somebody else with the same name', async () => {
    const id = await installation({ repositories: ['acme/api'] });
    await server.db.query(`UPDATE connections SET metadata = '{"username":"other"}' WHERE id = $1`, [id]);
    expect(await clone('api')).toEqual([502, 'credential_unavailable']);
    expect([minted, atGitHub()]).toEqual([[], 0]);
  });
});
