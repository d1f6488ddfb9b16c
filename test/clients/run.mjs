/**
 * The programs and libraries agents use, against the real server: `npm run clients`. Each through CONNECT with the
 * gateway's authority and, where it takes a base URL, in reverse-proxy mode. Writes its table into docs/clients.md; fails when a client
 * did. What needs a toolchain or registry that is not here is skipped aloud. `npm run clients -- curl git` runs some.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { print } from '../contract/on-demand.mjs';
import { CLIENTS } from './errands.mjs';
import { writeTable } from './table.mjs';
import { HOST, SECRET, startStand, worldOf } from './stand.mjs';

const MODES = ['connect', 'reverse'];
const wanted = process.argv.slice(2);

const stand = await startStand();
const rows = [];
try {
  for (const [name, prepare] of Object.entries(CLIENTS)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    rows.push(await rowOf(name, await prepare()));
  }
} finally {
  await stand.close();
}
if (wanted.length === 0) await writeTable(rows);
process.exit(rows.some(({ results }) => MODES.some((mode) => results?.[mode])) ? 1 : 0);

/** `results` has a fault or null for each mode, and is null where the client is not here. */
async function rowOf(name, client) {
  if (client === null) {
    print(`skipped: ${name}, for which something is not installed`);
    return { name, version: null, results: null };
  }
  const place = { folder: await mkdtemp(join(stand.folder, 'client-')), upstream: stand.upstream };
  const results = {};
  for (const mode of MODES) {
    results[mode] = await outcome(client, mode, place);
    print(
      `${results[mode] === null ? 'ok    ' : 'FAILED'} ${name}, ${mode}${results[mode] ? `: ${results[mode]}` : ''}`,
    );
  }
  await client.close?.();
  return { name, version: client.version, results };
}

async function outcome({ go }, mode, place) {
  stand.upstream.seen.length = 0;
  stand.upstream.answer = worldOf();
  const { fault, output } = await go(environmentOf(mode, place.folder), Object.assign(place, { mode }));
  if (fault !== null) return fault.replaceAll('\n', ' ');
  const arrived = stand.upstream.seen;
  if (arrived.length === 0) return 'nothing arrived';
  if (output.includes(SECRET)) return 'the client saw the credential';
  if (arrived.some(({ url }) => url.startsWith('/blocked'))) return 'what is blocked arrived';
  if (arrived.some(({ rawHeaders }) => rawHeaders.join('\n').includes(stand.agent.token)))
    return 'the token arrived';
  const bare = arrived.filter(({ headers }) => headers.authorization !== `Bearer ${SECRET}`);
  return bare.length === 0 ? null : `${bare.length} requests arrived without the credential`;
}

/** Nothing but what an agent's environment has. */
function environmentOf(mode, folder) {
  const { PATH } = process.env;
  const gateway = new URL(stand.gatewayUrl).host;
  const always = { PATH, HOME: folder, LANG: 'C.UTF-8' };
  if (mode === 'reverse')
    return { ...always, BASE: `http://${gateway}/proxy/${HOST}`, TOKEN: stand.agent.token };
  const proxy = `http://x:${stand.agent.token}@${gateway}`;
  const { ca } = stand;
  return {
    ...always,
    BASE: `https://${HOST}`,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: ca,
    npm_config_cafile: ca,
    ...Object.fromEntries(
      ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO', 'PIP_CERT'].map((name) => [
        name,
        ca,
      ]),
    ),
  };
}
