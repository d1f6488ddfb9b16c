/** The management origin: event streams, connections to PostgreSQL, password hashes, mail. */
import { randomBytes } from 'node:crypto';
import { call, callAsPerson, loop, mark, once, send } from '../asking.mjs';

const MAILS = 100;
const SECRETS = 20_000;
/** Of the loud one: each may try 30 times in a minute (01 §21), which is a queue of some seconds. */
const ADDRESSES = 8;

async function fillSecrets({ loud, database }) {
  await database.query(
    `INSERT INTO secrets (organization_id, workspace_id, name, type, source_kind, value_ciphertext, host_pattern)
     SELECT $1, $2, 'Secret ' || n, 'generic', 'inline', 'sealed', 'api.example.com'
     FROM generate_series(1, $3::int) n`,
    [loud.organizationId, loud.workspaceId, SECRETS],
  );
  await database.query('ANALYZE secrets');
}

async function removeSecrets({ loud, database }) {
  await database.query(`DELETE FROM secrets WHERE organization_id = $1 AND name LIKE 'Secret %'`, [
    loud.organizationId,
  ]);
  await database.query('VACUUM ANALYZE secrets');
}

/** What the page of limits shows: every kind of object is counted, and what is stored is added up. */
const usage = (one) => callAsPerson(one, 'GET', '/v1/org/usage');

function signIn({ api, email, password }, address, right) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const body = { email, password: right ? password : 'a wrong password' };
  return send(api, 'POST', '/auth/sign-in/email', headers, body);
}

/** A wrong password is hashed like a right one, and refused because it is wrong. */
async function guess(one, at) {
  const address = `2001:db9:0:${at % ADDRESSES}::1`;
  await signIn({ ...one, email: `${mark()}@example.org` }, address, false).catch((error) => {
    if (!error.message.includes(' answered 401')) throw error;
  });
}

/** Each time another network: throttles count by /64 and by /48, and what is measured is the wait behind them. */
const anyAddress = () =>
  `2001:${randomBytes(4)
    .toString('hex')
    .replace(/(.{4})/, '$1:')}::1`;

export const MANAGEMENT = [
  {
    name: 'streams-and-polls',
    ask: (one) => call(one, 'GET', '/v1/approvals/pending?wait=0'),
    load: (loud) => loop(300, () => call(loud, 'GET', '/v1/approvals/pending?wait=5')),
  },
  {
    name: 'database-lists',
    prepare: fillSecrets,
    settle: removeSecrets,
    ask: (one) => call(one, 'GET', '/v1/agents'),
    load: (loud) => loop(64, () => usage(loud)),
  },
  {
    name: 'database-writes',
    ask: (one) => call(one, 'PATCH', `/v1/agents/${one.agents[0].id}`, { name: 'Agent' }),
    load: (loud) =>
      loop(64, (at) =>
        call(loud, 'PATCH', `/v1/agents/${loud.agents[at % loud.agents.length].id}`, { name: 'Loud' }),
      ),
  },
  {
    name: 'password-hashes',
    rounds: 3,
    ask: (one) => signIn(one, anyAddress(), true),
    load: (loud) => loop(32, (at) => guess(loud, at)),
  },
  {
    name: 'mail-and-jobs',
    rounds: 1,
    async ask(one, { stands }) {
      const email = `guest-${Math.random()}@example.org`;
      const arrived = stands.mail.arrivals.of(email);
      await call(one, 'POST', '/v1/org/invitations', { email, role: 'member' });
      await arrived;
    },
    load: (loud) =>
      once(MAILS, (at) =>
        call(loud, 'POST', '/v1/org/invitations', {
          email: `${Math.random()}-${at}@example.org`,
          role: 'member',
        }),
      ),
  },
];
