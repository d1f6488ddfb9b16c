import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import type { ApiClient } from '../../harness/clients/client.js';
import { setPlan, signInOnCloud } from '../../harness/people/cloud.js';
import { administrationOf, trailOf } from '../../harness/sign-on/directory.js';
import { type NameServer, startNameServer } from '../../harness/sign-on/name-server.js';
import { startServer, type TestServer } from '../../harness/server/server.js';
import type { SessionIssuer } from '../../harness/people/session-issuer.js';
import { withCloud } from '../../harness/server/stands.js';
import { roomInThrottleWindow } from '../../harness/time/throttle-window.js';

const DOMAINS = '/v1/org/domains';

let names: NameServer;
let server: TestServer;
let owner: Owner;
let admin: ApiClient;

beforeAll(async () => {
  names = await startNameServer();
  server = await startServer({
    ENTERPRISE_ENABLED: 'true',
    REGISTRATION: 'open',
    DNS_RESOLVERS: names.address,
    SSO_BLOCKED_EMAIL_DOMAINS: 'mailbox.test, bücher.test',
  });
});

afterAll(async () => {
  await server?.close();
  await names?.close();
});

beforeEach(async () => {
  owner = await signUpOwner(server);
  admin = administrationOf(server, owner).session;
});

const someDomain = () => `acme-${randomBytes(6).toString('hex')}.test`;
const another = async () => administrationOf(server, await signUpOwner(server)).session;

interface Claimed {
  id: string;
  domain: string;
  txtRecords: { name: string; value: string }[];
}

async function claim(by: ApiClient = admin, domain = someDomain()): Promise<Claimed> {
  const created = await by.post(DOMAINS, { domain });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  return created.body;
}

const verify = (id: string, by: ApiClient = admin) => by.post(`${DOMAINS}/${id}/verify`);

function publish({ name, value }: { name: string; value: string }, ...others: string[]): void {
  names.records.set(name, [...others.map((other) => [other]), [value]]);
}

describe('claiming', () => {
  it('05-18 takes names only, of no mailbox provider, of one organization, for seven days', async () => {
    for (const domain of [
      'https://x.com',
      '*.acme.com',
      'a@acme.com',
      '10.0.0.10',
      'x',
      '',
      'a'.repeat(254),
    ]) {
      const refused = await admin.post(DOMAINS, { domain });
      expect([domain, refused.status, typeof refused.body.error]).toEqual([domain, 400, 'string']);
    }
    const shared = ['gmail.com', 'GoogleMail.com', 'yahoo.co.jp', 'hotmail.fr', 'outlook.com.br', 'live.nl'];
    const more = [
      'icloud.com',
      'aol.de',
      'proton.me',
      'gmx.net',
      'web.de',
      'mail.com',
      'zoho.eu',
      'yandex.kz',
    ];
    const rest = ['mail.ru', 'fastmail.com', 'hey.com', 'tuta.io', 'qq.com', '163.com', 'naver.com'];
    for (const domain of [...shared, ...more, ...rest, 'mailbox.test', 'BÜCHER.test']) {
      const refused = await admin.post(DOMAINS, { domain });
      expect([domain, refused.status, refused.body.error?.type]).toEqual([
        domain,
        400,
        'invalid_request_error',
      ]);
    }
    const suffix = randomBytes(6).toString('hex');
    const domain = await claim(admin, ` BÜCHER-${suffix}.Example. `);
    expect(domain.domain).toMatch(new RegExp(`^xn--bcher-${suffix}-[a-z0-9]+\\.example$`));
    const other = await another();
    expect((await other.post(DOMAINS, { domain: domain.domain })).status).toBe(409);
    expect((await admin.post(DOMAINS, { domain: domain.domain })).status).toBe(409);
    await server.db.query(`UPDATE domains SET created_at = now() - interval '7 days' WHERE id = $1`, [
      domain.id,
    ]);
    expect((await admin.post(DOMAINS, { domain: domain.domain })).status).toBe(409);
    await claim(other, domain.domain);
    expect((await admin.get(DOMAINS)).body).toEqual([]);
    expect(await trailOf(server, owner.organizationId, 'domain')).toMatchObject([
      { action: 'create', metadata: { domainId: domain.id, domain: domain.domain } },
      { action: 'delete', source: 'system', metadata: { domainId: domain.id, reason: 'not-verified' } },
    ]);
  });

  it('05 §6.1 answers with the records to copy; of twenty claims at once one holds', async () => {
    const { body } = await admin.post(DOMAINS, { domain: someDomain() });
    const token = body.verificationToken;
    expect(body).toEqual({
      id: expect.any(String),
      domain: body.domain,
      verificationToken: expect.stringMatching(/^[0-9a-f]{32}$/),
      verifiedAt: null,
      createdAt: expect.any(String),
      txtRecords: [
        { name: body.domain, value: `onecli-verification=${token}` },
        { name: `_credential-gateway.${body.domain}`, value: `onecli-verification=${token}` },
      ],
    });
    const wanted = someDomain();
    const other = await another();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? admin : other).post(DOMAINS, { domain: wanted })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
  });

  it('05 §1.3.3 a key of one workspace reads and does not write', async () => {
    const { id } = await claim();
    expect((await owner.api.get(DOMAINS)).body).toMatchObject([{ id }]);
    for (const refused of [
      await owner.api.post(DOMAINS, { domain: someDomain() }),
      await verify(id, owner.api),
      await owner.api.delete(`${DOMAINS}/${id}`),
    ])
      expect([refused.status, refused.body.error.message]).toEqual([403, 'Insufficient permissions']);
  });
});

describe('verifying', () => {
  it('05-19 finds the record in chunks or below the domain, once it is there, and stays', async () => {
    const one = await claim();
    const early = await verify(one.id);
    expect([early.status, early.body.error.type]).toEqual([400, 'invalid_request_error']);
    expect(new Set(names.asked)).toEqual(new Set(one.txtRecords.map(({ name }) => name)));
    const { name, value } = one.txtRecords[0]!;
    names.records.set(name, [['v=spf1 -all'], [value.slice(0, 20), value.slice(20)]]);
    const verified = await verify(one.id);
    expect([verified.status, verified.body]).toEqual([200, { ...one, verifiedAt: expect.any(String) }]);
    names.records.delete(name);
    expect((await verify(one.id)).text).toBe(verified.text);
    const below = await claim();
    publish(below.txtRecords[1]!, 'something else');
    expect((await verify(below.id)).body.verifiedAt).toEqual(expect.any(String));
    const trail = await trailOf(server, owner.organizationId, 'domain');
    expect(trail.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['create', { domainId: one.id, domain: one.domain }],
      ['verify', { domainId: one.id, domain: one.domain }],
      ['create', { domainId: below.id, domain: below.domain }],
      ['verify', { domainId: below.id, domain: below.domain }],
    ]);
  });

  it('05 §6.3.4 takes the exact value of this claim only', async () => {
    const first = await claim();
    const { value } = first.txtRecords[0]!;
    for (const wrong of [`${value} `, value.toUpperCase(), value.slice(0, -1), `x${value}`]) {
      names.records.set(first.domain, [[wrong]]);
      expect((await verify(first.id)).status).toBe(400);
    }
    publish(first.txtRecords[0]!);
    expect((await admin.delete(`${DOMAINS}/${first.id}`)).status).toBe(204);
    expect((await verify(first.id)).status).toBe(404);
    const again = await claim(admin, first.domain);
    expect(again.txtRecords[0]!.value).not.toBe(value);
    expect((await verify(again.id)).status).toBe(400);
    const other = await another();
    publish(again.txtRecords[0]!);
    expect((await verify(again.id, other)).status).toBe(404);
    expect((await other.delete(`${DOMAINS}/${again.id}`)).status).toBe(404);
    expect((await admin.delete(`${DOMAINS}/nothing`)).status).toBe(404);
    expect((await verify(again.id)).status).toBe(200);
  });

  it('05 §6.3.4 a name server that does not answer is a record that is not there', async () => {
    const { id } = await claim();
    names.silent = true;
    try {
      const answer = await verify(id);
      expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_request_error']);
    } finally {
      names.silent = false;
    }
  });

  it('05 §1.6 the twenty-first attempt of an organization in a minute is 429', async () => {
    await roomInThrottleWindow();
    const unknown = () => verify(randomUUID());
    const answers = await Promise.all(Array.from({ length: 21 }, unknown));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 20 }, () => 404),
      429,
    ]);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^\d+$/);
    expect((await verify(randomUUID(), await another())).status).toBe(404);
  });
});

describe('on Cloud', () => {
  let cloud: TestServer;
  let issuer: SessionIssuer;

  withCloud((stand) => ({ cloud, issuer } = stand));

  it('05 §1.2 claiming and verifying take the plan, giving up never does', async () => {
    const person = await signInOnCloud(cloud, issuer);
    for (const refused of [await person.api.post(DOMAINS, {}), await verify(randomUUID(), person.api)])
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        expect.stringContaining('Enterprise'),
      ]);
    expect((await person.api.get(DOMAINS)).body).toEqual([]);
    expect((await person.api.delete(`${DOMAINS}/${randomUUID()}`)).status).toBe(404);
    await setPlan(cloud, person.organizationId, 'enterprise');
    expect((await person.api.post(DOMAINS, {})).status).toBe(400);
  });
});
