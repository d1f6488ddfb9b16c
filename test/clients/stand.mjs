/** The server, an agent with one credential, and a world of stand-ins behind it, for programs of every kind. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { WebSocketServer } from 'ws';
import { loadSource } from '../harness/jest/sources.mjs';

export const SECRET = 'sk-live-51-this-value-never-reaches-the-agent';
/** Names under which the world answers. None resolves: an agent's program must leave resolving to the gateway. */
export const HOST = 'api.world.test';

const harness = (name) => loadSource(join(import.meta.dirname, '../harness', name));

export async function startStand() {
  const [{ startTestCluster }, { startServer }, { startUpstream }, { signUpOwner }, agents, rules] =
    await Promise.all(
      ['test-cluster.ts', 'server.ts', 'upstream.ts', 'accounts.ts', 'agent.ts', 'rules.ts'].map(harness),
    );
  const folder = await mkdtemp(join(tmpdir(), 'cg-clients-'));
  const cluster = await startTestCluster(join(folder, 'cluster'));
  process.env.TEST_DATABASE_ADMIN_URL = cluster.adminUrl;
  const upstream = await startUpstream();
  const authority = join(folder, 'world.pem');
  await writeFile(authority, upstream.authorityPem);
  const server = await startServer({
    ...upstream.settings,
    GATEWAY_DANGER_ACCEPT_INVALID_CERTS: 'false',
    GATEWAY_UPSTREAM_CA_FILE: authority,
  });
  const owner = await signUpOwner(server);
  const agent = await agents.createAgent(server, owner);
  const secret = await agents.createSecret(owner, {
    hostPattern: '*.world.test',
    value: SECRET,
    injectionConfig: { headerName: 'authorization', valueFormat: 'Bearer {value}' },
  });
  await agents.grant(owner, agent.id, secret);
  const target = rules.network(HOST, '/blocked');
  const blocking = { rules: [{ name: 'Closed', action: 'block', targets: [target] }] };
  await rules.publishRules(server, { organizationId: owner.organizationId }, blocking);
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, await (await fetch(`${server.apiUrl}/v1/gateway/ca`)).text());
  const sockets = new WebSocketServer({ noServer: true });
  upstream.upgrade = (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      webSocket.on('message', (data, binary) => webSocket.send(data, { binary })),
    );
  return {
    folder,
    ca,
    upstream,
    agent,
    gatewayUrl: server.gatewayUrl,
    close: async () => {
      sockets.close();
      await server.close();
      await upstream.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const CHUNKS = ['Hel', 'lo, ', 'agent'];
export const STREAMED = CHUNKS.join('');

const event = (data, name) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

const OPENAI = [
  ...CHUNKS.map((content) =>
    event({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'stand-in',
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    }),
  ),
  'data: [DONE]\n\n',
];

const delta = (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
const MESSAGE = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'stand-in',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const ANTHROPIC = [
  { type: 'message_start', message: MESSAGE },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...CHUNKS.map(delta),
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 3 },
  },
  { type: 'message_stop' },
].map((data) => event(data, data.type));

/** What the world says to everybody who brings the credential; `more` serves what one client needs. */
export function worldOf(more = {}) {
  return (request, response, { body, headers }) => {
    const path = request.url.split('?')[0];
    if (headers.authorization !== `Bearer ${SECRET}`) return response.writeHead(401).end();
    const files = more[path];
    if (files) return response.writeHead(200, { 'content-type': files.type }).end(files.content);
    if (path === '/hello') return response.end('the world says hello');
    if (path === '/echo') return response.end(body);
    if (path === '/v1/chat/completions') return stream(response, OPENAI);
    if (path === '/v1/messages') return stream(response, ANTHROPIC);
    return response.writeHead(404).end();
  };
}

/** Each event leaves by itself. */
async function stream(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const each of events) {
    response.write(each);
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

export const sha512 = (content) => `sha512-${createHash('sha512').update(content).digest('base64')}`;
