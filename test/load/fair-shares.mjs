/**
 * What 20 quiet organizations wait beside a loud one, for each thing they share (R62): each quiet one does the same a few
 * times, first alone with the other quiet ones, then while the loud one asks for as much as it gets, from a process of its
 * own. After a build: `node test/load/fair-shares.mjs [dist] [--only=uploads,names] [--profile=folder]`. What the figures
 * mean: `test/load/fair-shares/README.md`.
 */
import { setPriority } from 'node:os';
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
/** Niceness of the loud process: on a machine of few cores it must not take the server's. */
const LOUD_NICENESS = 10;

const options = process.argv.slice(2);
const [dist = 'dist'] = options.filter((option) => !option.startsWith('--'));
const valueOf = (name) =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const only = valueOf('only')?.split(',');
const profile = valueOf('profile');
const unknown = only?.filter((name) => !THINGS.some((thing) => thing.name === name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}`);
const things = THINGS.filter(({ name }) => only === undefined || only.includes(name));

const stands = await startStands();
const stand = await startStand(dist, {
  environment: stands.environment,
  nodeArguments: [
    ...stands.nodeArguments,
    ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
  ],
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
  loud.databaseUrl = connectionString;
  loudProcess = await startWorker('../fair-shares/loud.mjs');
  setPriority(loudProcess.pid, LOUD_NICENESS);
  printHead();
  for (const thing of things) await measure(thing, { quiet, loud, loudProcess, stands, gateway, database });
  printFailures();
} finally {
  await loudProcess?.stop();
  await database.end();
  await stand.stop();
  stands.stop();
}
process.exit(0);
