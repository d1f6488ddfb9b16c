/** Searches of a directory. */
import { callAsPerson, loop, send } from '../asking.mjs';

const PEOPLE = 5_000;

async function prepare({ quiet, loud, database }) {
  for (const one of [...quiet, loud])
    one.scim = (await callAsPerson(one, 'POST', '/v1/org/scim/tokens', { label: 'Directory' })).token;
  await database.query(
    `WITH people AS (
       INSERT INTO users (email, external_auth_id)
       SELECT 'person-' || n || '@example.net', gen_random_uuid()::text FROM generate_series(1, $2::int) n RETURNING id)
     INSERT INTO memberships (organization_id, user_id, role) SELECT $1, id, 'member' FROM people`,
    [loud.organizationId, PEOPLE],
  );
  await database.query('ANALYZE');
}

async function removePeople({ database }) {
  await database.query(`DELETE FROM users WHERE email LIKE 'person-%@example.net'`);
  await database.query('ANALYZE');
}

function search({ api, scim }, filter) {
  const path = `/scim/v2/Users?filter=${encodeURIComponent(filter)}`;
  return send(api, 'GET', path, { authorization: `Bearer ${scim}` });
}

export const DIRECTORY = [
  {
    name: 'scim-searches',
    prepare,
    settle: removePeople,
    ask: (one) => search(one, 'userName co "quiet"'),
    load: (loud) => loop(16, () => search(loud, 'userName co "person" and not (userName co "7")')),
  },
];
