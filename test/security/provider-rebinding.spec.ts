/**
 * R24.12, 06 §8, 05 §8.5: names of providers that an attacker moves between the check and the call, towards every provider
 * that the whole server calls by itself. The server is a process of its own whose look-ups are scripted.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { createSecret, grant, grantConnection } from '../harness/clients/agent.js';
import { api, type ApiClient } from '../harness/clients/client.js';
import { hostedAgent } from '../harness/hosting/hosted-agent.js';
import { type Inside, movesTo, OUTSIDE, ScriptedNames, startInside } from '../harness/server/inside.js';
import { startServerProcess, type ServerProcess } from '../harness/server/server-process.js';
import { until } from '../harness/time/until.js';

const PRELOAD = join(import.meta.dirname, '../harness/server/rebinding-names.mjs');
const ONE_PASSWORD = 'my.1password.com';
const SIEM = 'siem.rebind.example';

let folder: string;
let names: ScriptedNames;
let server: ServerProcess;
let owner: Owner;
let organization: ApiClient;
let inside: Inside;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-rebinding-'));
  names = new ScriptedNames(join(folder, 'names.json'));
  await names.answer({});
  inside = await startInside();
  server = await startServerProcess(join(folder, 'data'), {
    NODE_OPTIONS: `--import=${PRELOAD}`,
    NAMES: names.path,
    REGISTRATION: 'open',
    TRUST_PROXY: '127.0.0.1',
    ENTERPRISE_ENABLED: 'true',
    GITHUB_CLIENT_ID: 'client',
    GITHUB_CLIENT_SECRET: 'canary-client-secret',
    AWS_ACCESS_KEY_ID: 'AKIAOPERATOR',
    AWS_SECRET_ACCESS_KEY: 'canary-operator',
    EXPORT_WEBHOOK_URL: `https://${SIEM}/events`,
    EXPORT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  });
});
afterAll(async () => {
  await server?.stop();
  await inside?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await names.answer({});
  Object.assign(inside, { connections: 0, received: '' });
  owner = await signUpOwner(server);
  organization = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
});

/** What a person or a program does to have the server call a provider; resolves with what it was told. */
const CALLS: readonly (readonly [what: string, host: string, call: () => Promise<string>])[] = [
  [
    'the token endpoint of an app',
    'github.com',
    async () => {
      const begun = await owner.api.get('/v1/apps/github/authorize');
      const [cookie] = begun.cookies;
      const state = encodeURIComponent(cookie!.slice('oauth_state='.length));
      const back = await api(server)
        .with({ cookie: cookie! })
        .get(`/v1/apps/github/callback?code=c&state=${state}`);
      expect(back.status).toBe(302);
      return String(back.headers['location']);
    },
  ],
  [
    'the configuration of an OpenID provider',
    'idp.rebind.example',
    () =>
      refused(
        organization.post('/v1/org/sso/connections', {
          type: 'oidc',
          displayName: 'Idp',
          issuer: 'https://idp.rebind.example',
          clientId: 'c',
          clientSecret: 's',
        }),
      ),
  ],
  [
    'the metadata of a SAML provider',
    'saml.rebind.example',
    () =>
      refused(
        organization.post('/v1/org/sso/connections', {
          type: 'saml',
          displayName: 'Idp',
          metadataUrl: 'https://saml.rebind.example/metadata',
        }),
      ),
  ],
  [
    'Slack',
    'slack.com',
    () => refused(organization.put('/v1/org/channels/slack/credentials', { credential: 'xoxe-1-canary' })),
  ],
];

async function refused(asking: ReturnType<ApiClient['get']>): Promise<string> {
  const { status, text } = await asking;
  expect([status, text]).toEqual([expect.any(Number), expect.stringContaining('error')]);
  expect(status).toBeGreaterThanOrEqual(400);
  return text;
}

let sites = 0;

describe('a call to a provider whose name is moved (06 §8, 05 §8.5)', () => {
  it.each(CALLS)('%s goes nowhere inside', async (_what, host, call) => {
    for (const answers of movesTo(inside.address)) {
      await names.answer({ [host]: answers });
      const told = await call();
      expect(told).not.toMatch(/127\.77|203\.0\.113|169\.254/);
      expect(await names.asked()).toContain(host);
      expect(inside.connections).toBe(0);
    }
  });

  it('the icon of a site goes nowhere inside', async () => {
    for (const answers of movesTo(inside.address)) {
      const site = `site-${++sites}.rebind.example`;
      await names.answer({ [site]: answers });
      const { status } = await api(server).get(`/v1/favicon?domain=${site}`);
      expect([answers, status, await names.asked(), inside.connections]).toEqual([
        answers,
        502,
        expect.arrayContaining([site]),
        0,
      ]);
    }
  });

  it('a role of AWS is assumed nowhere inside', async () => {
    const host = 'sts.eu-west-1.amazonaws.com';
    const fields = { roleArn: 'arn:aws:iam::123456789012:role/agents', region: 'eu-west-1' };
    for (const answers of movesTo(inside.address)) {
      // A refusal is remembered for a while, for each role of a workspace.
      owner = await signUpOwner(server);
      expect((await owner.api.post('/v1/apps/aws-role/connect', { fields })).status).toBe(200);
      const [connection] = (await owner.api.get('/v1/connections')).body;
      const { id, accessToken } = (await owner.api.get('/v1/agents/default')).body;
      await grantConnection(owner, id, connection.id);
      await names.answer({ [host]: answers, 'sqs.eu-west-1.amazonaws.com': [[OUTSIDE]] });
      const answer = await fetch(
        `${server.gatewayUrl}/proxy/sqs.eu-west-1.amazonaws.com/?Action=ListQueues`,
        {
          headers: { authorization: `Bearer ${accessToken}` },
        },
      );
      expect([answer.status, await answer.text()]).toEqual([
        502,
        expect.stringContaining('could not be assumed'),
      ]);
      expect([await names.asked(), inside.connections]).toEqual([expect.arrayContaining([host]), 0]);
    }
  });
});

describe('a call to a host that is fixed in code or settings', () => {
  /** TLS is begun where the name leads, and ends there: nobody inside has the certificate of the name. */
  async function onlyAHandshake(host: string, call: () => Promise<unknown>): Promise<void> {
    await names.answer({ [host]: [[inside.address]] });
    await call();
    await until(async () => (await names.asked()).includes(host));
    if (inside.listens) await until(() => inside.connections > 0);
    expect(inside.received).toBe('');
  }

  it('of models sends no key inside', async () => {
    const agentId = await hostedAgent(server, owner);
    const secret = await createSecret(owner, {
      name: 'Claude',
      type: 'anthropic',
      value: 'sk-ant-api03-canary',
      hostPattern: 'api.anthropic.com',
    });
    await grant(owner, agentId, secret);
    await onlyAHandshake('api.anthropic.com', async () => {
      const { status, text } = await owner.api.get(`/v1/agents/${agentId}/models`);
      expect([status, text]).toEqual([200, expect.not.stringContaining(inside.address)]);
    });
  });

  it('of 1Password sends no token inside', async () => {
    const document = {
      signInAddress: ONE_PASSWORD,
      userAuth: {
        method: 'SRPg-4096',
        alg: 'PBES2g-HS256',
        iterations: 650_000,
        salt: 'c2FsdHNhbHRzYWx0c2FsdA',
      },
      email: 'a@b.test',
      srpX: 'ab'.repeat(32),
      muk: {
        alg: 'A256GCM',
        ext: true,
        k: 'A'.repeat(43),
        key_ops: ['encrypt', 'decrypt'],
        kty: 'oct',
        kid: 'mp',
      },
      secretKey: 'A3-C4ZJMN-PQTZTL-HGL84-G64M7-KVZRN-4ZVP6',
      throttleSecret: { seed: 'ab'.repeat(32), uuid: 'A'.repeat(26) },
      deviceUuid: 'a'.repeat(26),
    };
    const token = `ops_${Buffer.from(JSON.stringify(document)).toString('base64url')}`;
    await onlyAHandshake(ONE_PASSWORD, () =>
      refused(owner.api.post('/v1/vault/onepassword/pair', { service_account_token: token })),
    );
  });

  it('of the export sends no event inside', async () => {
    await onlyAHandshake(SIEM, () => owner.api.patch('/v1/user', { name: 'Another' }));
  });
});
