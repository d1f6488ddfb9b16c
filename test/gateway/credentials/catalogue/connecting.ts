import { generateKeyPairSync } from 'node:crypto';
import type { Owner } from '../../../harness/people/accounts.js';
import { api } from '../../../harness/clients/client.js';
import { fieldsOf, json } from '../../../harness/upstreams/providers.js';
import type { TestServer } from '../../../harness/server/server.js';
import type { UpstreamAnswer } from '../../../harness/upstreams/upstream.js';
import { type ContractApp, TOKEN_ADDRESSES } from './contract-table.js';

const INSTALLATION = '4711';
const KEY = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const DOCKER_TOKEN = ['{"alg":"none"}', '{"exp":4102444800}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

/** Whose keys sign for AWS: those of the account, or those of a session in its role. */
export const KEY_IDS = { aws: 'AKIAIOSFODNN7EXAMPLE', 'aws-role': 'ASIAIOSFODNN7EXAMPLE' } as const;

/** What people give of apps without a consent page (03 §17.1). */
const FIELDS: Readonly<Record<string, Record<string, string>>> = {
  affinity: { apiKey: 'key-of-affinity' },
  aws: {
    accessKeyId: KEY_IDS.aws,
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'eu-west-1',
  },
  'aws-role': { roleArn: 'arn:aws:iam::123456789012:role/agent', region: 'eu-west-1' },
  cloudflare: { apiToken: 'key-of-cloudflare' },
  datadog: { appKey: 'app-key-of-datadog', apiKey: 'api-key-of-datadog', site: 'us5' },
  docker: { username: 'ann', apiToken: 'pat-of-docker' },
  fireflies: { apiKey: 'key-of-fireflies' },
  flyio: { apiToken: 'key-of-flyio' },
  granola: { apiKey: 'key-of-granola' },
  'jfrog-artifactory': { token: 'key-of-jfrog-artifactory', subdomain: 'acme.jfrog.io' },
  'mongodb-atlas': { clientId: 'client-of-mongodb-atlas', clientSecret: 's' },
  resend: { apiKey: 'key-of-resend' },
  vercel: { apiToken: 'key-of-vercel' },
  'vertex-ai': { clientEmail: 'agent@acme.test', projectId: 'acme', privateKey: KEY },
};

/** The token an account of the app has once it is connected. */
export function tokenOf({ id, kind }: ContractApp): string {
  if (id === 'docker') return DOCKER_TOKEN;
  if (id === 'trello') return 'fragment-of-trello';
  if (id === 'vertex-ai') return 'token-of-vertex-ai';
  if (kind === 'fields') return `key-of-${id}`;
  return `token-of-client-of-${id}`;
}

/** Connects an account in the way of its kind, and answers its id. */
export async function connectByKind(server: TestServer, owner: Owner, app: ContractApp): Promise<string> {
  const { id, kind } = app;
  const fields = FIELDS[id];
  if (fields !== undefined) expectStatus(await owner.api.post(`/v1/apps/${id}/connect`, { fields }), 200);
  else await consent(server, owner, app);
  const [connection] = (await owner.api.get(`/v1/connections?provider=${id}`)).body;
  if (connection === undefined) throw new Error(`${id} of kind ${kind} was not connected`);
  return connection.id;
}

async function consent(server: TestServer, owner: Owner, { id, kind }: ContractApp): Promise<void> {
  const client = {
    clientId: `client-of-${id}`,
    clientSecret: `secret-of-${id}`,
    ...(kind === 'github_app' && { appId: `client-of-${id}`, appSlug: 'acme-gateway', privateKey: KEY }),
  };
  expectStatus(await owner.api.post(`/v1/apps/${id}/config`, client), 201);
  const begun = expectStatus(await owner.api.get(`/v1/apps/${id}/authorize`), 302);
  const cookie = begun.cookies[0]!;
  const query = new URLSearchParams({ state: cookie.slice('oauth_state='.length) });
  if (kind === 'github_app') query.set('installation_id', INSTALLATION);
  if (id === 'trello') query.set('token', 'fragment-of-trello');
  else query.set('code', 'a-code');
  if (id === 'zoho-crm') query.set('accounts-server', 'https://accounts.zoho.com');
  const ended = await api(server).with({ cookie }).get(`/v1/apps/${id}/callback?${query.toString()}`);
  const result = new URL(String(expectStatus(ended, 302).headers['location'])).searchParams;
  if (result.get('status') !== 'success') throw new Error(`${id}: ${result.toString()}`);
}

/** All providers at once: tokens are named after the client that asked for them, everything else is an empty object. */
export const everyProvider: UpstreamAnswer = (_request, response, seen) => {
  const address = seen.host + seen.url.split('?')[0]!;
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  if (address === 'hub.docker.com/v2/users/login') return json(response, 200, { token: DOCKER_TOKEN });
  if (address === `api.github.com/app/installations/${INSTALLATION}`) {
    const account = { login: 'acme', type: 'Organization' };
    return json(response, 200, {
      account,
      repository_selection: 'all',
      updated_at: new Date().toISOString(),
    });
  }
  if (address === 'api.github.com/user/installations')
    return json(response, 200, { installations: [{ id: Number(INSTALLATION) }] });
  if (address === `api.github.com/app/installations/${INSTALLATION}/access_tokens`)
    return json(response, 201, { token: 'token-of-client-of-github-app', expires_at, permissions: {} });
  if (isAssumeRole(seen)) return json(response, 200, roleSession(expires_at));
  const trades = TOKEN_ADDRESSES.has(address) || address === 'cloud.mongodb.com/api/oauth/token';
  if (!trades || seen.method !== 'POST' || seen.body.length === 0) return json(response, 200, {});
  const token = { access_token: `token-of-${clientOf(seen)}`, token_type: 'Bearer', expires_in: 3_600 };
  json(response, 200, {
    ...token,
    refresh_token: 'r',
    scope: 'all',
    ok: true,
    api_domain: 'https://www.zohoapis.com',
  });
};

/** What the gateway asks of AWS for itself, in the name of the operator. */
export function isAssumeRole({ host, body }: Parameters<UpstreamAnswer>[2]): boolean {
  return /^sts\..*amazonaws\.com$/.test(host) && body.includes('Action=AssumeRole');
}

function roleSession(Expiration: string): object {
  const Credentials = {
    AccessKeyId: KEY_IDS['aws-role'],
    SecretAccessKey: 'secret-of-the-session',
    SessionToken: 'token-of-the-session',
    Expiration,
  };
  return { AssumeRoleResponse: { AssumeRoleResult: { Credentials } } };
}

function clientOf(seen: Parameters<UpstreamAnswer>[2]): string {
  const [scheme, encoded = ''] = (seen.headers.authorization ?? '').split(' ');
  if (scheme === 'Basic') return Buffer.from(encoded, 'base64').toString().split(':')[0]!;
  return fieldsOf(seen)['client_id'] ?? 'vertex-ai';
}

function expectStatus<A extends { status: number; text: string }>(answer: A, status: number): A {
  if (answer.status === status) return answer;
  throw new Error(`Connecting: expected ${status}, got ${answer.status}: ${answer.text}`);
}
