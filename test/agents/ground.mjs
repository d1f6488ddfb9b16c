/** The server with one agent that may use three models, and the stand-ins of their providers. */
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { loadSource } from '../harness/jest/sources.mjs';
import { KEYS } from './models.mjs';

const harness = (name) => loadSource(join(import.meta.dirname, '../harness', name));

const SECRETS = [
  { type: 'openai', name: 'OpenAI', hostPattern: 'api.openai.com', value: KEYS.openai },
  { type: 'anthropic', name: 'Anthropic', hostPattern: 'api.anthropic.com', value: KEYS.anthropic },
  {
    name: 'Gemini',
    hostPattern: 'generativelanguage.googleapis.com',
    value: KEYS.gemini,
    injectionConfig: { headerName: 'x-goog-api-key' },
  },
];

export async function startGround(folder) {
  const [{ startTestCluster }, { startServer }, { startUpstream }, { signUpOwner }, agents] =
    await Promise.all(
      ['test-cluster.ts', 'server.ts', 'upstream.ts', 'accounts.ts', 'agent.ts'].map(harness),
    );
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
  const { id, token } = await agents.createAgent(server, owner);
  for (const secret of SECRETS) await agents.grant(owner, id, await agents.createSecret(owner, secret));
  const { body } = await owner.api.get(`/v1/agents/${id}`);
  return {
    upstream,
    token,
    agent: body.identifier,
    apiUrl: server.apiUrl,
    apiKey: owner.apiKey,
    gateway: new URL(server.gatewayUrl).host,
    close: async () => {
      await server.close();
      await upstream.close();
      await cluster.stop();
    },
  };
}
