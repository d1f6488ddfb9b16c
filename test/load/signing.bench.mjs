/**
 * What signing a request for AWS costs, by the size of its body: after a build `node test/load/signing.bench.mjs
 * [dist] [rounds]`; about a minute and a half. The same requests of two agents to one upstream, of which one's account
 * signs, in many short rounds that are compared one by one (`rounds.mjs`). The app that signs there is made up, because hosts of AWS do not lead to loopback.
 */
import { Buffer } from 'node:buffer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inRounds, quartiles, ratios, shown } from './stand/rounds.mjs';
import { startStand } from './stand/stand.mjs';
import { cpuMicros } from './stand/worker.mjs';

const [dist = 'dist', rounds = '16'] = process.argv.slice(2);
const BODIES = [0, 1_024, 65_536, 1_048_576];
const MAX_RATIO = 1.5;
const REQUESTS = { kind: 'requests', connections: 8, warmMs: 100, milliseconds: 450, path: '/up' };

const field = (name) => ({ name, label: name, required: true, secret: true });
const APP = {
  id: 'made-up-aws',
  name: 'Made Up',
  category: 'cloud-data',
  summary: 'An account that signs requests to the local upstream.',
  connection: {
    kind: 'import',
    wireType: 'credentials_import',
    fields: [field('accessKeyId'), field('secretAccessKey')],
    exchange: {
      kind: 'validate',
      store: { accessKeyId: '{accessKeyId}', secretAccessKey: '{secretAccessKey}' },
      grantedScopes: [],
      metadata: { name: 'Made Up' },
    },
  },
  clientConfig: null,
  hosts: [
    {
      host: 'localhost',
      match: 'exact',
      inject: {
        type: 'aws_sigv4',
        accessKeyId: '{accessKeyId}',
        secretAccessKey: '{secretAccessKey}',
        region: '{region}',
      },
    },
  ],
  refresh: null,
  tools: [],
};

const print = (line = '') => process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-apps-'));
await writeFile(join(folder, `${APP.id}.json`), JSON.stringify(APP));
const stand = await startStand(dist, { environment: { APP_CATALOG_DIR: folder } });
try {
  const variants = [
    { name: 'unsigned', route: stand.routes.tunnel.gateway },
    { name: 'signed', route: await signedRoute() },
  ];
  print(
    `POSTs over ${REQUESTS.connections} connections, TLS in CONNECT: median and middle half of ${rounds} rounds`,
  );
  row(['body', 'CPU us', 'signed', 'ratio']);
  let last = 0;
  for (const size of BODIES) {
    const { unsigned, signed } = await inRounds(variants, Number(rounds), ({ route }) => cpuOf(route, size));
    const ratio = ratios(signed, unsigned);
    last = ratio.median;
    row([size, shown(quartiles(unsigned)), shown(quartiles(signed)), shown(ratio, 2)]);
  }
  if (last > MAX_RATIO) {
    print(`more than ${MAX_RATIO} times an unsigned one`);
    process.exitCode = 1;
  }
} finally {
  await stand.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Another organization, because a secret for the host would win over the account. */
async function signedRoute() {
  const account = await stand.gateway.startOrganization('signing');
  for (const { id } of await account.call('GET', '/v1/secrets'))
    await account.call('DELETE', `/v1/secrets/${id}`);
  const fields = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY' };
  await account.call('POST', `/v1/apps/${APP.id}/connect`, { fields });
  const [{ id }] = await account.call('GET', '/v1/connections');
  const { id: agentId } = await account.call('POST', '/v1/agents', {
    name: 'signing',
    identifier: 'signing',
  });
  await account.call('PUT', `/v1/agents/${agentId}/grants/connections/${id}`, { access: 'full' });
  const agents = await account.call('GET', '/v1/agents');
  const { accessToken } = agents.find((agent) => agent.id === agentId);
  const authorization = `Basic ${Buffer.from(`x:${accessToken}`).toString('base64')}`;
  const route = { ...stand.routes.tunnel.gateway, authorization };
  const { text } = await stand.generator.ask({ kind: 'once', route, path: '/echo' });
  if (!text.includes('AWS4-HMAC-SHA256')) throw new Error(`the upstream saw no signature: ${text}`);
  return route;
}

/** Microseconds of the gateway's processor for one request. */
async function cpuOf(route, size) {
  let before = 0;
  const { pid } = stand.gateway;
  const body = size === 0 ? undefined : 'x'.repeat(size - 2);
  const { count } = await stand.generator.ask(
    { ...REQUESTS, route, ...(body && { body }) },
    () => (before = cpuMicros(pid)),
  );
  return (cpuMicros(pid) - before) / count;
}

function row(cells) {
  print(cells.map((cell) => String(cell).padStart(22)).join(''));
}
