import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { api, type Answer } from '../../harness/clients/client.js';
import { startServer, type TestServer } from '../../harness/server/server.js';

const SKILL = '/v1/skill/gateway';

/** Where the gateway's refusals are written down: every `*refusals.ts`, those of bodies, and two that need no function. */
const GATEWAY = join(import.meta.dirname, '../../../src/gateway');
const REFUSAL_SOURCES = [
  ...globSync('**/*refusals.ts', { cwd: GATEWAY }),
  'exchange/responder.ts',
  'upstream/websocket.ts',
  'listener/connections/broken-connection.ts',
];

let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
});
afterAll(() => server.close());

function skill(framework?: string): Promise<Answer> {
  return owner.api.get(framework === undefined ? SKILL : `${SKILL}?agent_framework=${framework}`);
}

async function descriptionFor(framework?: string): Promise<string> {
  const { status, text } = await skill(framework);
  expect(status).toBe(200);
  return JSON.parse(/^description: (".*")$/m.exec(text)![1]!) as string;
}

function refusalSources(): string {
  return REFUSAL_SOURCES.map((name) => readFileSync(join(GATEWAY, name), 'utf8')).join('\n');
}

/** The codes in the gateway's own answers, read from its source so that a new one cannot be forgotten here. */
function refusalCodes(): string[] {
  const codes = refusalSources().matchAll(/(?:error: |ambiguous\(\s*)'([a-z]+(?:_[a-z]+)+)'/g);
  return [...new Set([...codes].map(([, code]) => code!))];
}

/** Fields of refusals that hold a link. */
function linkFields(): string[] {
  return [...new Set([...refusalSources().matchAll(/\b([a-z]+_url):/g)].map(([, name]) => name!))];
}

describe('the skill for coding agents (01 §19.7)', () => {
  it('is Markdown with front matter that skill loaders read', async () => {
    const { status, headers, text } = await skill();
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    const [, frontMatter, body] = /^---\n([^]*?)\n---\n\n([^]*)$/.exec(text)!;
    const lines = frontMatter!.split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'name',
      'description',
      'compatibility',
      'metadata',
      '  version',
    ]);
    expect(lines[0]).toBe('name: onecli-gateway');
    expect(lines[4]).toMatch(/^ {2}version: "\d+\.\d+"$/);
    expect(body).toMatch(/^# /);
  });

  it('describes itself as dormant where a hook detects the gateway, and for nobody in particular', async () => {
    const dormant = await descriptionFor();
    expect(dormant).toMatch(/Do not load this by yourself: a detection hook/);
    for (const framework of ['', 'claude', 'cursor', 'agent', 'codex', 'opencode', 'Claude', 'CODEX']) {
      expect([framework, await descriptionFor(framework)]).toEqual([framework, dormant]);
    }
  });

  it('describes itself as eager everywhere else', async () => {
    const eager = await descriptionFor('hermes');
    expect(eager).toMatch(/Load this before calling an external service/);
    expect(eager).toMatch(/authentication error/);
    for (const framework of ['openclaw', 'claude-code', 'something-else', '%F0%9F%A4%96']) {
      expect([framework, await descriptionFor(framework)]).toEqual([framework, eager]);
    }
  });

  it('differs between frameworks in the description only, and keeps to the limits of skill files', async () => {
    const [dormant, eager] = [(await skill()).text, (await skill('hermes')).text];
    const rest = (text: string) => text.split('\n').filter((line) => !line.startsWith('description: '));
    expect(rest(dormant)).toEqual(rest(eager));
    for (const framework of [undefined, 'hermes'])
      expect((await descriptionFor(framework)).length).toBeLessThan(1_024);
    expect(dormant.split('\n').length).toBeLessThan(500);
  });

  it('explains every error the gateway answers', async () => {
    const { text } = await skill();
    const codes = refusalCodes();
    expect(codes.length).toBeGreaterThanOrEqual(33);
    expect(codes).toEqual(expect.arrayContaining(['multiple_connections', 'app_not_connected']));
    const explained = (code: string) => text.includes(`| \`${code}\``);
    expect(codes.filter((code) => !explained(code))).toEqual([]);
  });

  it('says what to do with each link and with the choice of an account', async () => {
    const { text } = await skill();
    const fields = linkFields();
    expect(fields).toEqual(expect.arrayContaining(['connect_url', 'secret_url', 'manage_url', 'claim_url']));
    for (const field of [...fields, 'connections', 'header', 'example', 'add_key_url', 'upgrade_url'])
      expect([field, text.includes(`\`${field}\``)]).toEqual([field, true]);
    expect(text).toContain('x-onecli-connection-id');
    expect(text).toContain('x-should-retry');
  });

  it('teaches placeholders, plain clients, MCP servers without auth, and to leave refusals alone', async () => {
    const { text } = await skill();
    for (const words of [
      '`HTTPS_PROXY`',
      '0600',
      'onecli-managed',
      'MCP',
      'Never ask for credentials',
      'final',
    ])
      expect([words, text.includes(words)]).toEqual([words, true]);
  });

  it('is for whoever may use a workspace, and says nothing about it', async () => {
    expect((await api(server).get(SKILL)).status).toBe(401);
    const { text } = await skill();
    for (const secret of [owner.apiKey, owner.workspaceId, owner.organizationId, owner.email, server.apiUrl])
      expect(text).not.toContain(secret);
    expect((await api(server).as(owner.apiKey).get(`/api/skill/gateway`)).text).toBe(text);
  });

  it('refuses a framework that is named twice', async () => {
    const { status } = await owner.api.get(`${SKILL}?agent_framework=a&agent_framework=b`);
    expect(status).toBe(400);
  });
});
