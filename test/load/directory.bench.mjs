/**
 * What a directory waits for in an organization of 100,000 people and 5,000 groups beside fifty others, and whether the
 * place of a page matters: `npm run bench`, or after a build `node test/load/directory.bench.mjs [dist] [times]`.
 * One request after the other, in turns. See docs/performance.md.
 */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import pg from 'pg';
import { request } from 'undici';
import { databaseUrl } from './stand/many-agents.mjs';
import { organizationKey, scopeOf } from './stand/management-stand.mjs';
import { startStand } from './stand/stand.mjs';

const [dist = 'dist', times = '60'] = process.argv.slice(2);
const TIMES = Number(times);
const WARM_UP = 10;
const PEOPLE = 100_000;
const GROUPS = 5_000;
const OTHERS = 50;
const PEOPLE_OF_OTHERS = 1_000;
const MEMBERS_OF_A_PATCH = 1_000;
const IMPORTED = 10_000;
/** The most tokens an organization has; each may do 600 requests a minute. */
const TOKENS = 20;
const AT_ONCE = 8;

const print = (line = '') => process.stdout.write(`${line}\n`);
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const stand = await startStand(dist, { environment: { ENTERPRISE_ENABLED: 'true' } });
try {
  const { gateway } = stand;
  const database = new pg.Client({ connectionString: await databaseUrl(dist, gateway.dataDir) });
  await database.connect();
  const { organizationId } = await scopeOf(database, gateway.apiKey);
  const tokens = await tokensOf(gateway);
  const others = await fill(database, organizationId);
  await measure(gateway.api, tokens, others);
  await importPeople(gateway.api, tokens);
  await database.end();
} finally {
  await stand.stop();
}

async function tokensOf(gateway) {
  const authorization = `Bearer ${await organizationKey(gateway)}`;
  const create = async () => {
    const answer = await request(`${gateway.api}/v1/org/scim/tokens`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'load' }),
    });
    return (await answer.body.json()).token;
  };
  const tokens = [];
  while (tokens.length < TOKENS) tokens.push(await create());
  return tokens;
}

/** Answers what the requests name: somebody, a group, and whom to put into it. */
async function fill(database, organizationId) {
  await database.query(
    `INSERT INTO organizations (id, name, slug) SELECT 'load-' || n, 'Other ' || n, 'load-' || n FROM generate_series(1, $1::int) n`,
    [OTHERS],
  );
  const people = `
    WITH made AS (
      INSERT INTO users (email, name, external_auth_id)
      SELECT $2 || n || '@example.test', 'Person ' || n, $2 || n FROM generate_series(1, $3::int) n RETURNING id
    )
    INSERT INTO memberships (organization_id, user_id, role, created_at)
    SELECT $1, id, 'member', now() - (row_number() OVER ()) * interval '1 second' FROM made`;
  await database.query(people, [organizationId, 'p', PEOPLE]);
  for (let other = 1; other <= OTHERS; other++)
    await database.query(people, [`load-${other}`, `o${other}-`, PEOPLE_OF_OTHERS]);
  await database.query(
    `INSERT INTO user_groups (organization_id, name, source)
     SELECT $1, 'Group ' || n, 'scim' FROM generate_series(1, $2::int) n`,
    [organizationId, GROUPS],
  );
  await database.query('VACUUM ANALYZE');
  const ids = await database.query(
    `SELECT user_id AS id FROM memberships WHERE organization_id = $1 AND role = 'member' LIMIT $2`,
    [organizationId, MEMBERS_OF_A_PATCH],
  );
  const group = await database.query(`SELECT id FROM user_groups WHERE organization_id = $1 LIMIT 1`, [
    organizationId,
  ]);
  return { memberIds: ids.rows.map(({ id }) => id), groupId: group.rows[0].id };
}

async function measure(api, tokens, { memberIds, groupId }) {
  const members = memberIds.map((value) => ({ value }));
  const page = (startIndex) => ({ path: `/Users?startIndex=${startIndex}&count=100` });
  let turn = 0;
  const operations = {
    'filter=userName eq': () => ({
      path: `/Users?filter=${encodeURIComponent(`userName eq "p${(turn * 7919) % PEOPLE}@example.test"`)}`,
    }),
    'page of 100, first': () => page(1),
    'page of 100, in the middle': () => page(PEOPLE / 2),
    'page of 100, last': () => page(PEOPLE - 100),
    'group PATCH, 1,000 members': () => ({
      method: 'PATCH',
      path: `/Groups/${groupId}?excludedAttributes=members`,
      body: {
        schemas: [PATCH],
        Operations: [{ op: turn % 2 ? 'remove' : 'add', path: 'members', value: members }],
      },
    }),
  };
  const taken = Object.fromEntries(Object.keys(operations).map((title) => [title, []]));
  for (; turn < WARM_UP + TIMES; turn++) {
    for (const [title, make] of Object.entries(operations)) {
      const started = performance.now();
      await ask(api, tokens[turn % tokens.length], make());
      if (turn >= WARM_UP) taken[title].push(performance.now() - started);
    }
  }
  print(`${PEOPLE} people, ${GROUPS} groups, ${OTHERS} other organizations; ${TIMES} times each, in turns`);
  print(''.padEnd(30) + ['p50 ms', 'p99 ms'].map((title) => title.padStart(10)).join(''));
  for (const [title, all] of Object.entries(taken)) {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    print(title.padEnd(30) + [at(0.5), at(0.99)].map((ms) => ms.toFixed(1).padStart(10)).join(''));
  }
}

async function importPeople(api, tokens) {
  let made = 0;
  const started = performance.now();
  const work = async () => {
    for (let n = made++; n < IMPORTED; n = made++) {
      const userName = `${randomUUID()}@example.test`;
      await ask(api, tokens[n % tokens.length], { method: 'POST', path: '/Users', body: { userName } });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - started) / 1000;
  print(`\nimport of ${IMPORTED} people, ${AT_ONCE} at once: ${(IMPORTED / seconds).toFixed(0)}/s`);
}

async function ask(api, token, { method = 'GET', path, body }) {
  const answer = await request(`${api}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
}
