import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as x509 from '@peculiar/x509';
import { signUpOwner } from '../harness/people/accounts.js';
import { createSecret } from '../harness/clients/agent.js';
import { api } from '../harness/clients/client.js';
import { jsonOf, runCommand } from '../harness/server/command.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../harness/database/database.js';
import { freePort } from '../harness/server/free-port.js';
import { installedRedis, startRedis } from '../harness/database/redis-server.js';
import { startReplica, type TestServer } from '../harness/server/server.js';
import { startServerProcess } from '../harness/server/server-process.js';
import { until } from '../harness/time/until.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

/** Each test starts processes, and some a database. */
jest.setTimeout(180_000);

const KEYS = {
  SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  SESSION_SECRET: randomBytes(32).toString('hex'),
};
const ANOTHER_KEY = randomBytes(32).toString('base64');

interface Found {
  check: string;
  verdict: string;
  message: string;
  action?: string;
}

interface Diagnosis {
  status: number;
  text: string;
  findings: Found[];
  /** The findings of one check that are more than a note. */
  faults: (check: string) => Found[];
}

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cg-doctor-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

async function doctor(env: Record<string, string> = {}, ...args: string[]): Promise<Diagnosis> {
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    GATEWAY_PORT: '0',
    API_URL: 'http://gateway.test',
    ...env,
  };
  const result = await runCommand(['doctor', '--json', ...args], settings);
  const { findings } = jsonOf(result) as { findings: Found[] };
  return {
    status: result.status,
    text: result.stdout + result.stderr,
    findings,
    faults: (check) =>
      findings.filter((found) => found.check === check && ['warning', 'problem'].includes(found.verdict)),
  };
}

describe('on the embedded default', () => {
  it('finds nothing to complain about, before the first start, beside a running server and after it', async () => {
    const ports = { PORT: String(await freePort()), GATEWAY_PORT: String(await freePort()) };
    const before = await doctor(ports);
    expect([before.status, before.findings.filter(({ verdict }) => verdict === 'problem')]).toEqual([0, []]);
    expect(before.text).toContain('the first start creates it');
    expect(await readdir(dataDir)).toEqual([]);

    const server = await startServerProcess(dataDir, ports);
    try {
      const owner = await signUpOwner(server);
      await createSecret(owner, { hostPattern: 'api.example.test' });
      const beside = await doctor(ports);
      expect([beside.status, beside.findings.filter(({ verdict }) => verdict === 'problem')]).toEqual([
        0,
        [],
      ]);
      for (const port of Object.values(ports))
        expect(beside.text).toContain(`A server answers on port ${port}`);
      expect(beside.text).toContain('stored values decrypted, none failed');
      expect(beside.text).toContain('The certificate is valid until');
      expect((await api(server).as(owner.apiKey).get('/v1/secrets')).body).toHaveLength(1);
    } finally {
      expect(await server.stop()).toBe(0);
    }

    const after = await doctor(ports);
    expect([after.status, after.findings.filter(({ verdict }) => verdict === 'problem')]).toEqual([0, []]);
    expect(after.text).toContain(`Port ${ports.PORT} is free`);
    await expect(stat(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');

    await chmod(join(dataDir, 'secret-encryption-key'), 0o644);
    const open = await doctor(ports);
    expect([open.status, open.faults('files')]).toEqual([
      1,
      [expect.objectContaining({ message: expect.stringContaining('mode 644') })],
    ]);
    await rm(join(dataDir, 'secret-encryption-key'));
    const lost = await doctor(ports);
    expect([lost.status, lost.faults('encryption keys')]).toEqual([
      1,
      [
        expect.objectContaining({
          message: expect.stringMatching(/encrypted, but there is no encryption key/),
        }),
      ],
    ]);
    await expect(stat(join(dataDir, 'secret-encryption-key'))).rejects.toThrow('ENOENT');
  });
});

describe('on a database that is given', () => {
  let database: TestDatabase;
  let server: TestServer | null;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    server = null;
    env = { DATABASE_URL: database.url, ...KEYS };
  });

  afterEach(async () => {
    await server?.close();
    await database.drop();
  });

  /** A server that has stored something and is gone again. */
  async function fill(): Promise<void> {
    const running = await startReplica({ databaseUrl: database.url, dataDir }, KEYS);
    await createSecret(await signUpOwner(running), { hostPattern: 'api.example.test' });
    await running.close();
  }

  it('says all faults of the settings at once, and shows no secret', async () => {
    const { status, faults, text } = await doctor({ PORT: 'http', OPERATOR_TOKEN: 'far-too-short' });
    expect(status).toBe(1);
    expect(
      faults('configuration')
        .map(({ message }) => message.split(' ')[0])
        .sort(),
    ).toEqual(['OPERATOR_TOKEN', 'PORT']);
    for (const { action } of faults('configuration')) expect(action).toContain('docs/configuration.md');
    expect(text).not.toContain('far-too-short');
  });

  it('says why the database cannot be reached, without its password', async () => {
    const url = new URL(database.url);
    url.password = 'a-wrong-password';
    const wrong = await doctor({ ...env, DATABASE_URL: url.href });
    expect([wrong.status, wrong.faults('database')]).toEqual([
      1,
      [
        expect.objectContaining({
          message: expect.stringContaining('password authentication failed'),
        }),
      ],
    ]);
    expect(wrong.text).not.toContain('a-wrong-password');
    const nobody = await doctor({ ...env, DATABASE_URL: `postgres://x:y@127.0.0.1:${await freePort()}/z` });
    expect([nobody.status, nobody.faults('database')[0]?.action]).toEqual([
      1,
      expect.stringContaining('DATABASE_URL'),
    ]);
  });

  it('sees what keeps people from signing in through their identity providers', async () => {
    const running = await startReplica({ databaseUrl: database.url, dataDir }, KEYS);
    const { organizationId } = await signUpOwner(running);
    const other = await signUpOwner(running);
    await running.close();
    const name = (digit: string) => `org-${digit.repeat(24)}`;
    const connect = (organization: string, digit: string, days: number, readAgo: string) =>
      database.query(
        `WITH settings AS (
           INSERT INTO sso_settings (organization_id, provider_name, required) VALUES ($1, $2, true))
         INSERT INTO sso_connections
           (organization_id, type, status, display_name, metadata_url, identity_provider, read_at)
         VALUES ($1, 'saml', 'active', 'x', 'https://idp.acme.test', $3, now() - $4::interval)`,
        [organization, name(digit), JSON.stringify(certificatesUntil(days)), readAgo],
      );
    const certificatesUntil = (days: number) => ({
      certificates: [-400, days].map((each) => ({
        pem: '',
        expiresAt: new Date(Date.now() + each * 86_400_000).toISOString(),
      })),
    });
    await connect(organizationId, 'a', -1, '1 hour');
    await connect(other.organizationId, 'b', 7, '3 days');
    const rest = await doctor(env);
    expect(rest.faults('single sign-on')).toEqual([]);
    expect(rest.text).toContain('are inactive without the licence');
    const licensed = { ...env, ENTERPRISE_ENABLED: 'true' };
    const messages = async (more: Record<string, string> = {}) =>
      (await doctor({ ...licensed, ...more })).faults('single sign-on').map(({ message }) => message);
    expect(await messages()).toEqual([
      expect.stringContaining('http://gateway.test, which is not https'),
      expect.stringMatching(/has expired for org-a{24}\./),
      expect.stringMatching(/within 30 days for org-b{24}\./),
      expect.stringMatching(/more than two days for org-b{24}\./),
    ]);
    await database.query(
      `INSERT INTO domains (organization_id, domain, verification_token, verified_at) VALUES ($1, 'a.test', '', now())`,
      [organizationId],
    );
    await database.query(`UPDATE sso_connections SET status = 'disabled' WHERE organization_id = $1`, [
      organizationId,
    ]);
    const locked = await messages({ API_URL: 'https://gateway.test' });
    expect(locked.at(-1)).toMatch(/required without a working connection for org-a{24}\./);
    await database.query(
      `UPDATE sso_connections SET identity_provider = $1, read_at = now(), status = 'active'`,
      [JSON.stringify(certificatesUntil(365))],
    );
    expect(await messages({ API_URL: 'https://gateway.test' })).toEqual([]);
    const refused = (code: string, reason: string, age: string) =>
      database.query(
        `INSERT INTO audit_log (organization_id, action, service, status, source, metadata, created_at)
         VALUES ($1, 'verify', 'auth', 'failure', 'sso-login', $2, now() - $3::interval)`,
        [organizationId, JSON.stringify({ method: 'sso', refused: code, reason }), age],
      );
    await refused('sso_invalid_response', 'Its audience is somebody else', '1 hour');
    await refused('sso_invalid_response', 'Its audience is somebody else', '2 hours');
    await refused('sso_email_missing', 'No usable e-mail address was asserted', '1 hour');
    await refused('sso_suspended', 'Suspended', '1 hour');
    await refused('sso_email_missing', 'Of the day before', '2 days');
    expect(await messages({ API_URL: 'https://gateway.test' })).toEqual([
      expect.stringMatching(/^2 sign-ins through org-a{24} .*audience is somebody else/),
      expect.stringMatching(/^1 sign-in through org-a{24} .*No usable e-mail address/),
    ]);
  });

  it('says since when an export fails, and what waits', async () => {
    const exporting = { ...env, EXPORT_FILE: join(dataDir, 'none', 'events.jsonl') };
    const messages = async (settings: Record<string, string>): Promise<string[]> =>
      (await doctor(settings)).findings
        .filter(({ check }) => check === 'export')
        .map(({ message }) => message);
    expect(await messages(env)).toEqual([]);
    const server = await startReplica({ databaseUrl: database.url, dataDir }, exporting);
    await signUpOwner(server);
    const failing = () => database.query(`SELECT 1 FROM export_sinks WHERE failing_since IS NOT NULL`);
    await until(async () => (await failing()).length === 1);
    await server.close();
    expect(await messages(exporting)).toEqual([
      expect.stringMatching(/^file has accepted no event since 20.*, \d+ events? waiting: ENOENT/),
    ]);
    expect(await messages(env)).toEqual([expect.stringContaining('but these settings do not export to it')]);
    await database.query(
      `UPDATE export_sinks SET failing_since = NULL; UPDATE export_outbox SET created_at = now() - interval '1 hour'`,
    );
    expect(await messages(exporting)).toEqual([expect.stringMatching(/waiting for file for 60 minutes/)]);
    await database.query('DELETE FROM export_outbox');
    expect(await messages(exporting)).toEqual(['Events are exported to file, 0 events waiting.']);
  });

  it('names pending migrations and the command that runs them', async () => {
    const empty = await createEmptyDatabase();
    try {
      const { status, faults } = await doctor({ ...env, DATABASE_URL: empty.url });
      expect([status, faults('database')[0]?.action]).toEqual([
        1,
        expect.stringContaining('credential-gateway migrate'),
      ]);
    } finally {
      await empty.drop();
    }
  });

  it('finds values of keys that are not given, damaged ones, and keys that are not needed any more', async () => {
    await fill();
    expect((await doctor(env)).status).toBe(0);
    const other = await doctor({ ...env, SECRET_ENCRYPTION_KEY: ANOTHER_KEY });
    expect([other.status, other.faults('encryption keys')[0]]).toEqual([
      1,
      expect.objectContaining({
        message: expect.stringMatching(/^\d+ of \d+ stored values are encrypted with a key/),
        action: expect.stringContaining('SECRET_ENCRYPTION_KEYS_PREVIOUS'),
      }),
    ]);
    const previous = { SECRET_ENCRYPTION_KEYS_PREVIOUS: KEYS.SECRET_ENCRYPTION_KEY };
    const rotating = await doctor({ ...env, SECRET_ENCRYPTION_KEY: ANOTHER_KEY, ...previous });
    expect([rotating.status, rotating.text]).toEqual([
      0,
      expect.stringContaining('credential-gateway rotate-keys'),
    ]);
    const spare = await doctor({ ...env, SECRET_ENCRYPTION_KEYS_PREVIOUS: ANOTHER_KEY });
    expect([spare.status, spare.text]).toEqual([
      0,
      expect.stringContaining('No stored value needs a previous key'),
    ]);

    await database.query(
      `UPDATE secrets SET value_ciphertext = (SELECT token_ciphertext FROM agents LIMIT 1)`,
    );
    const damaged = await doctor(env);
    expect([damaged.status, damaged.faults('encryption keys')]).toEqual([
      1,
      [
        expect.objectContaining({
          message: expect.stringMatching(/^secrets:[0-9a-f-]{36} cannot be decrypted/),
        }),
      ],
    ]);
  });

  it('tells whether directories with a token can call, and whether they have', async () => {
    await fill();
    expect((await doctor(env)).findings.filter(({ check }) => check === 'directory')).toEqual([]);
    await database.query(
      `INSERT INTO scim_tokens (id, organization_id, label, last_used_at)
       SELECT gen_random_uuid(), id, 'Okta', used FROM organizations, unnest(ARRAY[NULL, '2026-01-01Z'::timestamptz]) used LIMIT 2`,
    );
    const said = async (more: Record<string, string>) => {
      const { status, findings } = await doctor({ ...env, ...more });
      expect(status).toBe(0);
      return findings
        .filter(({ check }) => check === 'directory')
        .map(({ verdict, message }) => `${verdict} ${message}`);
    };
    expect(await said({})).toEqual(['warning 2 SCIM tokens cannot be used: the edition has no directory.']);
    const licensed = { ENTERPRISE_ENABLED: 'true' };
    expect(await said(licensed)).toEqual([
      expect.stringMatching(/^warning The directory URL is http:.*\/scim\/v2/),
      'note 1 SCIM token of 2 never used.',
      'ok The last directory request was at 2026-01-01T00:00:00.000Z.',
    ]);
    expect(await said({ ...licensed, API_URL: 'https://api.example.com' })).toHaveLength(2);
  });

  it('warns while a running server seals with another key', async () => {
    server = await startReplica({ databaseUrl: database.url, dataDir }, KEYS);
    const { status, faults } = await doctor({ ...env, SECRET_ENCRYPTION_KEY: ANOTHER_KEY });
    expect([status, faults('encryption keys').map(({ message }) => message)]).toEqual([
      expect.any(Number),
      expect.arrayContaining([expect.stringContaining('1 running server encrypts with another key')]),
    ]);
  });

  it('notices clocks that differ', async () => {
    const [{ name }] = (await database.query<{ name: string }>('SELECT current_database() AS name')) as [
      { name: string },
    ];
    await database.query(`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz
      LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '40 seconds' $$`);
    await database.query(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
    const { status, faults } = await doctor(env);
    expect([status, faults('database')]).toEqual([
      1,
      [expect.objectContaining({ message: expect.stringMatching(/differ by (39|40|41)\.\d s/) })],
    ]);
  });

  it('tells when the certificate that agents trust ends, or has ended', async () => {
    await fill();
    await rm(join(dataDir, 'gateway'), { recursive: true });
    for (const [days, verdict] of [
      [-1, 'problem'],
      [10, 'warning'],
      [100, 'ok'],
    ] as const) {
      await database.query('UPDATE gateway_ca SET certificate_pem = $1', [await authorityFor(days)]);
      const { findings } = await doctor(env);
      expect(findings.filter(({ check }) => check === 'certificate authority')).toEqual([
        expect.objectContaining({ verdict }),
      ]);
    }
  });

  it('R20 warns of a Redis that cannot be used, and is content with one that answers', async () => {
    const dead = {
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: String(await freePort()),
      REDIS_PASSWORD: 'of-redis',
    };
    const { status, faults, text } = await doctor({ ...env, ...dead });
    expect([status, faults('redis')]).toEqual([
      0,
      [
        expect.objectContaining({
          verdict: 'warning',
          action: expect.stringContaining('REDIS_TLS (now on)'),
        }),
      ],
    ]);
    expect(text).not.toContain('of-redis');
    const program = installedRedis();
    if (program === null) return;
    const redis = await startRedis(program, { password: 'of-redis' });
    try {
      const alive = await doctor({ ...env, ...redis.settings });
      expect([alive.status, alive.faults('redis'), alive.text]).toEqual([
        0,
        [],
        expect.stringContaining(`Redis at 127.0.0.1:${redis.port} answers`),
      ]);
    } finally {
      await redis.close();
    }
  });

  it('tells a port that another program has', async () => {
    const stranger: Server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
    await new Promise<void>((resolve) => stranger.listen(0, '0.0.0.0', resolve));
    const { port } = stranger.address() as AddressInfo;
    try {
      const { status, faults } = await doctor({ ...env, PORT: String(port) });
      expect([status, faults('ports')]).toEqual([
        1,
        [expect.objectContaining({ action: expect.stringContaining('PORT') })],
      ]);
    } finally {
      stranger.close();
    }
  });

  it('is read by people too: every problem with what to do, and a last line that sums up', async () => {
    const settings = { DATA_DIR: dataDir, ...env, PORT: 'x' };
    const { status, stdout } = await runCommand(['doctor'], settings);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^problem +configuration +PORT must be .*\n +→ Correct PORT/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 problem, 0 warnings.');
  });

  describe('asked about the way out', () => {
    let upstream: Upstream;

    beforeAll(async () => {
      upstream = await startUpstream();
    });

    afterAll(async () => {
      await upstream?.close();
    });

    it('goes through the egress proxy, and says so when that does not answer', async () => {
      const through = await doctor({ ...env, ...upstream.settings }, '--outbound', 'http://api.u.test/');
      expect([through.status, through.text]).toEqual([
        0,
        expect.stringMatching(/api\.u\.test\/ answers .* through the proxy/),
      ]);
      expect(upstream.seen.length).toBe(1);
      const dead = { GATEWAY_EGRESS_PROXY: `http://user:hidden@127.0.0.1:${await freePort()}` };
      const refused = await doctor({ ...env, ...dead }, '--outbound', 'http://api.u.test/');
      expect([refused.status, refused.faults('outbound')[0]?.action]).toEqual([
        1,
        expect.stringContaining('GATEWAY_EGRESS_PROXY'),
      ]);
      expect(refused.text).not.toContain('hidden');
    });
  });
});

/** A certificate of which only the end matters. */
async function authorityFor(days: number): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const day = 24 * 60 * 60 * 1000;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test',
    notBefore: new Date(Date.now() - 400 * day),
    notAfter: new Date(Date.now() + days * day + day / 2),
    signingAlgorithm: algorithm,
    keys,
  });
  return certificate.toString('pem');
}
