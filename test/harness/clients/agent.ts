import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Owner } from '../people/accounts.js';

/** An agent's requests through the gateway, as absolute-form messages; nothing is retried or followed. */
export interface AgentAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed JSON body; undefined when the body is not JSON. */
  body: any;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Agent {
  id: string;
  name: string;
  token: string;
  ask(url: string, options?: Asking): Promise<AgentAnswer>;
}

export interface SecretInput {
  name?: string;
  type?: string;
  value?: string;
  hostPattern: string;
  pathPattern?: string;
  injectionConfig?: object;
  [field: string]: unknown;
}

/** A new agent of the owner's workspace, made through the API. */
export async function createAgent(
  server: { gatewayUrl: string },
  owner: Pick<Owner, 'api'>,
  name = `Agent ${randomBytes(4).toString('hex')}`,
): Promise<Agent> {
  const identifier = `a${randomBytes(6).toString('hex')}`;
  const created = await owner.api.post('/v1/agents', { name, identifier });
  expectStatus(created, 201);
  const listed = await owner.api.get('/v1/agents');
  const { id, accessToken } = listed.body.find((agent: { id: string }) => agent.id === created.body.id);
  return agentWith(server, { id, name, token: accessToken });
}

export function agentWith(
  server: { gatewayUrl: string },
  agent: Pick<Agent, 'id' | 'name' | 'token'>,
): Agent {
  return { ...agent, ask: (url, options) => askThrough(server, agent.token, url, options) };
}

/** A workspace secret, by default one that sets `x-test-key`. */
export async function createSecret(
  owner: Pick<Owner, 'api'>,
  input: SecretInput,
  path = '/v1/secrets',
): Promise<string> {
  const secret = { name: 'A secret', type: 'generic', value: 'the-value', ...input };
  if (secret.type === 'generic') secret.injectionConfig ??= { headerName: 'x-test-key' };
  const created = await owner.api.post(path, secret);
  expectStatus(created, 201);
  return created.body.id;
}

export async function grant(owner: Pick<Owner, 'api'>, agentId: string, secretId: string): Promise<void> {
  const granted = await owner.api.put(`/v1/agents/${agentId}/grants/secrets/${secretId}`, {});
  if (granted.status >= 300) throw new Error(`Granting: ${granted.status} ${granted.text}`);
}

/** The whole account, unless `body` says otherwise. */
export async function grantConnection(
  owner: Pick<Owner, 'api'>,
  agentId: string,
  connectionId: string,
  body: object = { access: 'full' },
): Promise<void> {
  expectStatus(await owner.api.put(`/v1/agents/${agentId}/grants/connections/${connectionId}`, body), 200);
}

export async function revoke(owner: Pick<Owner, 'api'>, agentId: string, secretId: string): Promise<void> {
  expectStatus(await owner.api.delete(`/v1/agents/${agentId}/grants/secrets/${secretId}`), 204);
}

/** One absolute-form request; `url` is sent byte for byte. */
export function askThrough(
  server: { gatewayUrl: string },
  token: string,
  url: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<AgentAnswer> {
  const gateway = new URL(server.gatewayUrl);
  const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: gateway.hostname,
      port: gateway.port,
      method,
      path: url,
      headers: { host: 'ignored.test', 'proxy-authorization': authorization, ...headers },
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => void collect(response).then(resolve, reject));
    outgoing.end(body);
  });
}

export async function collect(response: IncomingMessage): Promise<AgentAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text, body };
}

function expectStatus(answer: { status: number; text: string }, status: number): void {
  if (answer.status !== status)
    throw new Error(`Setting up the test: expected ${status}, got ${answer.status}: ${answer.text}`);
}
