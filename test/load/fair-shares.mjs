/**
 * What 20 quiet organizations wait beside a loud one, for each thing they share (R62): each quiet one does the same a few
 * times, first alone with the other quiet ones, then while the loud one asks for as much as it gets, from a process of its
 * own. After a build: `node test/load/fair-shares.mjs [dist] [--only=uploads,mail]`.
 */
import process from 'node:process';
import pg from 'pg';
import { databaseUrl } from './stand/many-agents.mjs';
import { startStand } from './stand/stand.mjs';
import { startWorker } from './stand/worker.mjs';
import { measure, printFailures, printHead } from './fair-shares/measure.mjs';
import { furnish } from './fair-shares/organizations.mjs';
import { startStands } from './fair-shares/stands/stands.mjs';
import { THINGS } from './fair-shares/things.mjs';

const QUIET = 20;
const LOUD_AGENTS = 10;

const options = process.argv.slice(2);
const [dist = 'dist'] = options.filter((option) => !option.startsWith('--'));
const only = options
  .find((option) => option.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const things = THINGS.filter(({ name }) => only === undefined || only.includes(name));

const stands = await startStands();
const stand = await startStand(dist, {
  environment: stands.environment,
  nodeArguments: stands.nodeArguments,
  beside: stands.slack.start,
});
const connectionString = await databaseUrl(dist, stand.gateway.dataDir);
const database = new pg.Client({ connectionString });
await database.connect();
let loudProcess;
try {
  const { gateway, upstream } = stand;
  const base = {
    api: gateway.api,
    gatewayPort: gateway.port,
    url: `http://localhost:${upstream.plainPort}/`,
  };
  const quiet = [];
  for (let at = 0; at < QUIET; at++) quiet.push(await furnish({ ...base, name: `quiet-${at}` }, 1));
  const loud = await furnish({ ...base, name: 'loud' }, LOUD_AGENTS);
  for (const { prepare } of things) await prepare?.({ quiet, loud, database, stands });
  loudProcess = await startWorker('../fair-shares/loud.mjs', {
    loud: { ...loud, databaseUrl: connectionString },
  });
  printHead();
  for (const thing of things) await measure(thing, { quiet, loudProcess, stands, gateway, database });
  printFailures();
} finally {
  await loudProcess?.stop();
  await database.end();
  await stand.stop();
  stands.stop();
}
process.exit(0);
