/**
 * The built server under its limit, with the two who are well-behaved and, in an organization of its own, the tenant
 * whose agents make the storms. PostgreSQL is started beside it: it is not what is limited, and outlives it.
 */
import { Buffer } from 'node:buffer';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startStand } from '../load/stand/stand.mjs';
import { cpuSeconds, startWorker } from '../load/stand/worker.mjs';

const DIST = 'dist';
const STORM_AGENTS = 8;
/** Loopback has as many addresses as anybody needs; each of the well-behaved has one of its own. */
const AGENT_ADDRESS = '127.0.0.2';
const PERSON_ADDRESS = '127.0.0.3';
const STORM_ADDRESSES = Array.from({ length: 16 }, (_, index) => `127.0.1.${index + 1}`);

export async function startTarget({ launch, environment }) {
  const folder = await mkdtemp(join(tmpdir(), 'credential-gateway-hostile-'));
  const parts = [{ stop: () => rm(folder, { recursive: true, force: true }) }];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
  };
  const keep = (part) => {
    parts.push(part);
    return part;
  };
  try {
    const database = keep(await startDatabase(folder));
    const settings = { DATABASE_URL: database.url(), ...environment };
    const stand = keep(await startStand(DIST, { launch, environment: settings }));
    const storm = await stormTenant(stand);
    const good = keep(await startWorker('../../hostile/well-behaved.mjs'));
    const generator = keep(await startWorker('../../hostile/storm-worker.mjs'));
    const target = {
      good,
      generator,
      stop,
      addresses: STORM_ADDRESSES,
      server: stand.gateway,
      cpu: () => cpuSeconds(target.server.pid) ?? 0,
      goodRoutes: () => goodRoutes(stand, target.server),
      stormTarget: () => stormTarget(stand, target.server, storm),
      restart: async () => void (target.server = await stand.gateway.startProcess()),
    };
    return target;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(directory) {
  const file = join(resolve(DIST), 'src/kernel/database/embedded/embedded-cluster.js');
  const { EmbeddedCluster } = await import(pathToFileURL(file));
  return EmbeddedCluster.start({ directory });
}

function goodRoutes({ routes, gateway }, { port, api }) {
  return {
    agentRoute: { ...routes.tunnel.gateway, proxyPort: port, localAddress: AGENT_ADDRESS },
    personRoute: {
      host: '127.0.0.1',
      port: Number(new URL(api).port),
      secure: false,
      bearer: gateway.apiKey,
      localAddress: PERSON_ADDRESS,
    },
    agentId: gateway.agentId,
  };
}

/** Its rules make the gateway look into bodies and wait for a person. */
async function stormTenant({ gateway }) {
  const account = await gateway.startOrganization('storm');
  const on = (pathPattern) => [{ kind: 'network', hostPattern: 'localhost', pathPattern }];
  const contains = (value, key) => [{ target: 'body', operator: 'contains', value, ...(key && { key }) }];
  const rules = [
    { name: 'Read bodies', action: 'block', conditions: contains('forbidden'), targets: on('/conditioned') },
    {
      name: 'Read fields',
      action: 'block',
      conditions: contains('forbidden', 'email'),
      targets: on('/fields'),
    },
    {
      name: 'Want a field',
      action: 'allow',
      conditions: contains('wanted', 'email'),
      targets: on('/wanted'),
    },
    { name: 'Want a word', action: 'allow', conditions: contains('wanted'), targets: on('/wanted') },
    { name: 'Nothing else', action: 'block', targets: on('/wanted') },
    { name: 'Ask first', action: 'manual_approval', targets: on('/held') },
  ];
  for (const rule of rules) await account.call('POST', '/v1/org/policy/rules', rule);
  const agents = [];
  for (let at = 0; at < STORM_AGENTS; at++) agents.push(await account.createAgent(`storm-${at}`));
  return {
    apiKey: account.apiKey,
    authorizations: agents.map(({ authorization }) => authorization),
    agentIds: agents.map(({ agentId }) => agentId),
  };
}

/** What stands in `Basic` after the name nobody looks at. */
function tokenIn(authorization) {
  return Buffer.from(authorization.slice('Basic '.length), 'base64').toString().replace(/^x:/, '');
}

function stormTarget({ upstream, gateway }, { port, api }, { apiKey, authorizations, agentIds }) {
  const apiPort = Number(new URL(api).port);
  return {
    apiPort,
    gatewayPort: port,
    ports: [apiPort, port],
    email: gateway.person.email,
    apiKey,
    authorizations,
    agentIds,
    authorization: authorizations[0],
    tokens: authorizations.map(tokenIn),
    plainHost: `localhost:${upstream.plainPort}`,
    tlsHost: `localhost:${upstream.tlsPort}`,
  };
}
