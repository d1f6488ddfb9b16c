import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateAuthority } from '../../../src/modules/foundation/certificate-authority/certificate-issuer.js';
import { trailOf } from '../../harness/sign-on/directory.js';
import {
  ALGORITHMS,
  assertionXml,
  base64,
  newId,
  newSigningPair,
  posted,
  responseXml,
  type Said,
  signed,
  type Signing,
  StandInSamlProvider,
} from '../../harness/sign-on/saml.js';
import {
  type Begun,
  expectRefused,
  expectSignedIn,
  SAML_APP,
  SAML_SETTINGS,
  SamlStand,
  sessionOf,
} from '../../harness/sign-on/saml-stand.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { wrappings } from '../../harness/sign-on/signature-wrapping.js';

const MINUTE = 60_000;
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

let server: TestServer;
let log: string;
let provider: StandInSamlProvider;
let stand: SamlStand;

beforeAll(async () => {
  log = '';
  server = await startServer(
    { ...SAML_SETTINGS, LOG_LEVEL: 'trace' },
    { write: (line) => void (log += line) },
  );
  provider = await StandInSamlProvider.create();
  stand = await SamlStand.create(server, provider);
});

afterAll(async () => {
  await server?.close();
});

const refusalsOf = async (of: SamlStand = stand): Promise<unknown[]> =>
  (await trailOf(server, of.owner.organizationId, 'auth'))
    .filter(({ metadata }) => metadata['refused'] !== undefined)
    .map(({ metadata }) => metadata['refused']);

/** Refused with the code, no session, and one more row of it in the audit log. */
async function refused(
  deliver: () => Promise<Parameters<typeof expectRefused>[0]>,
  code: string,
): Promise<void> {
  const before = await refusalsOf();
  expectRefused(await deliver(), code);
  expect(await refusalsOf()).toEqual([...before, code]);
}

const person = async (cookie: string, of: SamlStand = stand): Promise<any> =>
  (await of.browser(cookie).get('/auth/get-session')).body.user;

describe('who is signed in', () => {
  it('05-23 takes a signed assertion, and leads to the page that was asked for', async () => {
    const begun = await stand.begin('?returnTo=/inbox');
    const email = stand.someEmail();
    const cookie = expectSignedIn(await stand.deliver(begun, stand.answer(begun, { email })), '/inbox');
    expect((await person(cookie)).email).toBe(email);
    expect(log).not.toContain(begun.handle);
  });

  it.each<[string, Partial<Signing>]>([
    ['the response', { of: 'Response' }],
    ['the assertion, with RSA and SHA-384', { algorithm: ALGORITHMS.rsa(384), digest: ALGORITHMS.sha384 }],
    ['the assertion, with RSA and SHA-512', { algorithm: ALGORITHMS.rsa(512), digest: ALGORITHMS.sha512 }],
  ])('05-23 takes a signature of %s', async (_name, signing) => {
    const begun = await stand.begin();
    expectSignedIn(await stand.deliver(begun, stand.answer(begun, {}, signing)));
  });

  it('05-23 takes a signature of both, and neither of both when one is broken', async () => {
    const both = (begun: Begun) =>
      signed(stand.answer(begun), { keyPem: provider.keys.keyPem, of: 'Response' });
    const begun = await stand.begin();
    expectSignedIn(await stand.deliver(begun, both(begun)));
    const again = await stand.begin();
    const broken = signed(stand.answer(again).replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'), {
      keyPem: provider.keys.keyPem,
      of: 'Response',
    });
    await refused(() => stand.deliver(again, broken), 'sso_invalid_response');
  });

  it.each([256, 384, 512] as const)('05 §8.6 takes ECDSA with SHA-%s', async (bits) => {
    const { certificatePem, keyPem } = await generateAuthority();
    const of = await SamlStand.create(server, await StandInSamlProvider.create({ certificatePem, keyPem }));
    const begun = await of.begin();
    expectSignedIn(await of.deliver(begun, of.answer(begun, {}, { algorithm: ALGORITHMS.ecdsa(bits) })));
  });

  it('05 §8.6 takes either of two certificates that are valid at once', async () => {
    const next = await newSigningPair();
    const certificates = [provider.keys.certificatePem, next.certificatePem];
    const of = await SamlStand.create(server, provider, { metadataXml: provider.metadata({ certificates }) });
    for (const { keyPem } of [provider.keys, next]) {
      const begun = await of.begin();
      expectSignedIn(await of.deliver(begun, of.answer(begun, {}, { keyPem })));
    }
  });

  it('05 §8.7 reads the address and the name where products put them', async () => {
    const cases: [Partial<Said>, string | null][] = [
      [{ attributes: { email: 'E' } }, 'E'],
      [{ attributes: { mail: 'E' } }, 'E'],
      [{ attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'E' } }, 'E'],
      [{ nameId: 'E', format: EMAIL_FORMAT }, 'E'],
      [{ nameId: 'E' }, null],
    ];
    for (const [said, found] of cases) {
      const email = stand.someEmail();
      const begun = await stand.begin();
      const put = JSON.parse(JSON.stringify(said).replace('"E"', `"${email}"`)) as Partial<Said>;
      const answer = await stand.deliver(begun, stand.answer(begun, { email: null, ...put }));
      if (found === null) expectRefused(answer, 'sso_email_missing');
      else expect((await person(expectSignedIn(answer))).email).toBe(email);
    }
    for (const [attributes, name] of [
      [{ 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': 'Ada' }, 'Ada'],
      [{ displayName: 'Ada L.' }, 'Ada L.'],
      [{ givenName: 'Ada', sn: 'Lovelace' }, 'Ada Lovelace'],
    ] as const) {
      const begun = await stand.begin();
      const answer = await stand.deliver(begun, stand.answer(begun, { attributes }));
      expect((await person(expectSignedIn(answer))).name).toBe(name);
    }
  });

  it('05 §8.7 knows somebody by the name, its format and its qualifiers, and a transient one by the address', async () => {
    const enter = async (more: Partial<Said>) => {
      const begun = await stand.begin();
      return stand.deliver(begun, stand.answer(begun, more));
    };
    const email = stand.someEmail();
    expectSignedIn(await enter({ email, nameId: 'u-1', format: PERSISTENT }));
    expectSignedIn(await enter({ email, nameId: 'u-1', format: PERSISTENT }));
    expectRefused(await enter({ email, nameId: 'u-1', format: EMAIL_FORMAT }), 'sso_identity_conflict');
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const other = stand.someEmail();
    expectSignedIn(await enter({ email: other, nameId: newId(), format: transient }));
    expectSignedIn(await enter({ email: other.toUpperCase(), nameId: newId(), format: transient }));
  });

  it('05 §8.6 lets a session last no longer than the provider says', async () => {
    const begun = await stand.begin();
    const ends = Date.now() + 2 * MINUTE;
    const email = stand.someEmail();
    expectSignedIn(await stand.deliver(begun, stand.answer(begun, { email, sessionEnds: ends })));
    const [row] = await server.db.query<{ end: Date }>(
      `SELECT s.expires_at AS end FROM user_sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1`,
      [email],
    );
    expect(Math.abs(row!.end.getTime() - ends)).toBeLessThan(2);
  });

  it('05 §8.6 takes clocks that are two minutes apart', async () => {
    for (const said of [
      { notOnOrAfter: Date.now() - MINUTE, confirmedUntil: Date.now() - MINUTE },
      { notBefore: Date.now() + MINUTE },
    ]) {
      const begun = await stand.begin();
      expectSignedIn(await stand.deliver(begun, stand.answer(begun, said)));
    }
  });
});

describe('who is not signed in', () => {
  it('05-23 refuses a signature that was wrapped, in all eight ways', async () => {
    const email = stand.someEmail();
    const forge = (xml: string): string => xml.replaceAll(email, stand.owner.email);
    const once = await stand.begin();
    const parts = (begun: Begun) => ({
      response: stand.answer(begun, { email }, { of: 'Response' }),
      assertion: stand.answer(begun, { email }),
      forge,
    });
    const before = log.length;
    for (const at of wrappings(parts(once)).keys()) {
      const begun = await stand.begin();
      const [name, xml] = wrappings(parts(begun))[at]!;
      expect([name, xml.includes(stand.owner.email)]).toEqual([name, true]);
      await refused(() => stand.deliver(begun, xml), 'sso_invalid_response');
    }
    // For what they are, and not for a mistake in how they were made.
    expect(log.slice(before)).not.toContain('cannot be read');
  });

  const said: [string, (begun: Begun) => Partial<Said>][] = [
    ['another audience', () => ({ audience: 'https://other.test/metadata' })],
    ['another recipient', () => ({ recipient: 'https://other.test/acs' })],
    ['another destination', () => ({ destination: 'https://other.test/acs' })],
    ['another issuer', () => ({ issuer: 'https://other.test/entity' })],
    ['an assertion that has expired', () => ({ notOnOrAfter: Date.now() - 3 * MINUTE })],
    ['a confirmation that has expired', () => ({ confirmedUntil: Date.now() - 3 * MINUTE })],
    ['an assertion that is not valid yet', () => ({ notBefore: Date.now() + 3 * MINUTE })],
    ['a session that has ended', () => ({ sessionEnds: Date.now() - 1 })],
    ['an answer to another request', () => ({ requestId: newId() })],
    ['a confirmation of another request', () => ({ confirmed: newId() })],
    ['a confirmation of no request', () => ({ confirmed: null })],
    ['a comment in the name', () => ({ nameId: 'admin@acme.test<!-- -->.evil.test' })],
    ['an empty name', () => ({ nameId: ' ' })],
  ];

  it.each(said)('05-23 refuses %s', async (_name, more) => {
    for (const element of ['Assertion', 'Response'] as const) {
      const begun = await stand.begin();
      await refused(
        () => stand.deliver(begun, stand.answer(begun, more(begun), { of: element })),
        'sso_invalid_response',
      );
    }
  });

  const signings: [string, () => Promise<Partial<Signing>>][] = [
    ['SHA-1 in the signature', async () => ({ algorithm: ALGORITHMS.rsaSha1 })],
    ['SHA-1 in the digest', async () => ({ digest: ALGORITHMS.sha1 })],
    ['an HMAC with the public key', async () => ({ algorithm: ALGORITHMS.hmac })],
    ['a key of nobody', async () => ({ keyPem: (await newSigningPair()).keyPem })],
    ['a key that the message brings along', () => newSigningPair()],
    [
      'a transform too many',
      async () => ({ transforms: [ALGORITHMS.enveloped, ALGORITHMS.exclusive, ALGORITHMS.exclusive] }),
    ],
    ['another canonicalization', async () => ({ canonicalization: ALGORITHMS.inclusive })],
    ['another transform', async () => ({ transforms: [ALGORITHMS.enveloped, ALGORITHMS.inclusive] })],
    ['no transform but the canonical form', async () => ({ transforms: [ALGORITHMS.exclusive] })],
  ];

  it.each(signings)('05-23 refuses %s', async (_name, signing) => {
    for (const element of ['Assertion', 'Response'] as const) {
      const begun = await stand.begin();
      const xml = stand.answer(begun, {}, { ...(await signing()), of: element });
      await refused(() => stand.deliver(begun, xml), 'sso_invalid_response');
    }
  });

  const shapes: [string, (begun: Begun) => string, string?][] = [
    ['what is signed nowhere', (begun) => responseXml(stand.said(begun))],
    [
      'a signed response whose signature leaves out the assertion',
      (begun) =>
        signed(responseXml(stand.said(begun), ''), { keyPem: provider.keys.keyPem, of: 'Response' }).replace(
          '</samlp:Response>',
          `${assertionXml(stand.said(begun))}</samlp:Response>`,
        ),
    ],
    [
      'an assertion that was changed after it was signed',
      (begun) =>
        stand.answer(begun, { email: 'one@acme.test' }).replaceAll('one@acme.test', stand.owner.email),
    ],
    [
      'a digest that was made to fit',
      (begun) => {
        const digest = createHash('sha256').update('x').digest('base64');
        return stand.answer(begun).replace(/(<ds:DigestValue>)[^<]+/, `$1${digest}`);
      },
    ],
    [
      'two assertions',
      (begun) =>
        stand
          .answer(begun)
          .replace('</samlp:Response>', `${assertionXml(stand.said(begun))}</samlp:Response>`),
    ],
    [
      'no assertion',
      (begun) => signed(responseXml(stand.said(begun), ''), { keyPem: provider.keys.keyPem, of: 'Response' }),
    ],
    [
      'an encrypted assertion',
      (begun) =>
        signed(
          responseXml(
            stand.said(begun),
            '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
          ),
          {
            keyPem: provider.keys.keyPem,
            of: 'Response',
          },
        ),
    ],
    ['a signature by an empty reference', (begun) => stand.answer(begun).replace(/URI="[^"]+"/, 'URI=""')],
    ['one id twice', (begun) => stand.answer(begun, { assertionId: '_same', responseId: '_same' })],
    [
      'one id twice, in another attribute',
      (begun) =>
        stand
          .answer(begun, { assertionId: '_same' })
          .replace('<samlp:Status>', '<samlp:Status xml:id="_same">'),
    ],
    [
      'a status of failure that is signed',
      (begun) => stand.answer(begun, { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
      'sso_denied',
    ],
    [
      'a status of failure',
      (begun) =>
        responseXml(stand.said(begun, { status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' }), ''),
      'sso_denied',
    ],
    ['a document type', (begun) => `<!DOCTYPE x>${stand.answer(begun)}`],
    [
      'an external entity',
      (begun) =>
        `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${stand.answer(begun, { nameId: 'here' }).replace('here', '&e;')}`,
    ],
    [
      'entities that expand',
      (begun) => {
        const entities = Array.from(
          { length: 9 },
          (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
        );
        return `<!DOCTYPE x [<!ENTITY e0 "ha">${entities.join('')}]>${responseXml(stand.said(begun, { nameId: '&e9;' }))}`;
      },
    ],
    [
      'a condition nobody understands',
      (begun) => {
        const assertion = assertionXml(stand.said(begun));
        const strange = assertion.replace('<saml:AudienceRestriction>', '<saml:Strange/>$&');
        return signed(responseXml(stand.said(begun), strange), { keyPem: provider.keys.keyPem });
      },
    ],
    ['an instruction in the name', (begun) => stand.answer(begun).replace('@', '<?x?>@')],
    [
      'a message of another kind',
      (begun) => stand.answer(begun).replaceAll('samlp:Response', 'samlp:ArtifactResponse'),
    ],
    [
      'an assertion by itself',
      (begun) => signed(assertionXml(stand.said(begun)), { keyPem: provider.keys.keyPem }),
    ],
    ['no XML', () => 'canary'],
    ['HTML', () => '<html xmlns="http://www.w3.org/1999/xhtml"><script>a</script></html>'],
  ];

  it.each(shapes)('05-23 refuses %s', async (_name, make, code = 'sso_invalid_response') => {
    const begun = await stand.begin();
    await refused(() => stand.deliver(begun, make(begun)), code);
  });

  it('05-23 refuses what was used: the form, and the assertion under another sign-in', async () => {
    const begun = await stand.begin();
    const xml = stand.answer(begun);
    expectSignedIn(await stand.deliver(begun, xml));
    await refused(() => stand.deliver(begun, xml), 'sso_state_mismatch');
    const other = await stand.begin();
    await refused(() => stand.deliver(other, xml), 'sso_replay');
  });

  it('05-23 remembers no assertion for ever, whatever it says itself', async () => {
    const begun = await stand.begin();
    const xml = stand.answer(begun, { notOnOrAfter: Date.UTC(9999, 0) });
    expectSignedIn(await stand.deliver(begun, xml));
    const other = await stand.begin();
    await refused(() => stand.deliver(other, xml), 'sso_replay');
    const [{ kept }] = await server.db.query<any>(
      `SELECT max(expires_at) < now() + interval '31 days' AS kept FROM sso_seen`,
    );
    expect(kept).toBe(true);
  });

  it('05-23 refuses a replay at another process', async () => {
    const replica = await startReplica(server, SAML_SETTINGS);
    try {
      const begun = await stand.begin();
      const xml = stand.answer(begun);
      expectSignedIn(await stand.deliver(begun, xml));
      const { handle, cookie } = await stand.begin();
      const body = posted({ SAMLResponse: base64(xml), RelayState: handle });
      const client = stand.browser(cookie).with({ 'content-type': 'application/x-www-form-urlencoded' });
      const there = Object.assign(Object.create(Object.getPrototypeOf(client)), client, {
        origin: replica.apiUrl,
      });
      expectRefused(await there.send('POST', `${stand.path}/acs`, body), 'sso_replay');
    } finally {
      await replica.close();
    }
  });

  it('05 §8.6 refuses what another browser began, and what another connection was asked', async () => {
    const [mine, theirs] = [await stand.begin(), await stand.begin()];
    await refused(
      () => stand.deliver({ ...mine, cookie: theirs.cookie }, stand.answer(mine)),
      'sso_state_mismatch',
    );
    const other = await SamlStand.create(server, provider);
    const elsewhere = await other.begin();
    await refused(() => stand.deliver(elsewhere, stand.answer(elsewhere)), 'sso_state_mismatch');
    expectRefused(await other.deliver(mine, other.answer(mine)), 'sso_state_mismatch');
  });

  it('05-24 refuses an address of a domain that is not the organization’s', async () => {
    const begun = await stand.begin();
    const email = 'somebody@example.test';
    await refused(() => stand.deliver(begun, stand.answer(begun, { email })), 'sso_domain_not_verified');
  });

  it('05 §8.6 has nothing for a disabled connection, an unknown provider and one of OpenID Connect', async () => {
    const of = await SamlStand.create(server, provider);
    const begun = await of.begin();
    await of.admin.patch(`/v1/org/sso/connections/${of.connectionId}`, { enabled: false });
    expectRefused(await of.deliver(begun, of.answer(begun)), 'sso_unavailable');
    const nobody = await of
      .browser()
      .send('POST', `/v1/auth/sso/org-${'0'.repeat(24)}/acs`, 'SAMLResponse=x');
    expectRefused(nobody, 'sso_unavailable');
  });
});

describe('how the answer arrives', () => {
  const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)![1]!;

  it('05 §8.6 sends the form once more from our own origin when the cookie is missing, and only once', async () => {
    const begun = await stand.begin();
    const xml = stand.answer(begun);
    const page = await stand.deliver({ ...begun, cookie: '' }, xml);
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${SAML_APP}`);
    expect(page.text).toContain(`<script nonce="${nonceOf(policy)}">`);
    expect(page.text).toContain(`action="${stand.acsUrl}"`);
    const fields = Object.fromEntries(
      [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    );
    expect(fields).toEqual({ SAMLResponse: base64(xml), RelayState: begun.handle, bounce: '1' });
    const again = await stand.post('acs', posted(fields), '');
    expectRefused(again, 'sso_state_mismatch');
    expectSignedIn(await stand.post('acs', posted(fields), begun.cookie));
  });

  it('05-23 begins a sign-in when nobody asked, and drops what came', async () => {
    const unasked = signed(responseXml(stand.said({ requestId: '' }, { requestId: null })), {
      keyPem: provider.keys.keyPem,
    });
    for (const RelayState of ['', 'https://dashboard.acme.test/', '/inbox']) {
      const answer = await stand.deliver({ handle: RelayState, cookie: '' }, unasked);
      expect([answer.status, answer.headers.location]).toEqual([302, stand.acsUrl.replace(/acs$/, 'login')]);
      expect(sessionOf(answer)).toBe('');
    }
    const noState = await stand.post('acs', posted({ SAMLResponse: base64(unasked) }));
    expect(noState.headers.location).toBe(stand.acsUrl.replace(/acs$/, 'login'));
    const begun = await stand.begin();
    await refused(() => stand.deliver(begun, unasked), 'sso_invalid_response');
    const answering = stand.answer(await stand.begin());
    await refused(() => stand.deliver({ handle: 'not-ours', cookie: '' }, answering), 'sso_state_mismatch');
  });

  it('05 §8.6 takes a megabyte of form and no more, in time that grows with it', async () => {
    const begun = await stand.begin();
    const full = Buffer.alloc(1_048_576, 'A');
    Buffer.from('SAMLResponse=').copy(full);
    expectRefused(await stand.post('acs', full, begun.cookie), 'sso_invalid_response');
    const over = await stand.post('acs', Buffer.concat([full, Buffer.from('A')]), begun.cookie);
    expect([over.status, sessionOf(over)]).toEqual([413, '']);
  });

  it('05 §8.6 refuses fields that are there twice, missing or not what they should be', async () => {
    const { handle, cookie } = await stand.begin();
    for (const body of [
      '',
      'RelayState=x',
      `SAMLResponse=a&SAMLResponse=b&RelayState=${handle}`,
      `SAMLResponse=%FF%FE&RelayState=${handle}`,
      `SAMLResponse=____&RelayState=${handle}`,
      `SAMLResponse=&RelayState=${handle}`,
      posted({ SAMLResponse: Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'), RelayState: handle }),
    ]) {
      const answer = await stand.post('acs', body, cookie);
      expect([302, body, answer.status, sessionOf(answer)]).toEqual([302, body, 302, '']);
      expect(answer.headers.location).toMatch(/error=sso_(invalid_response|state_mismatch)$/);
    }
  });

  it('05-23 never fails for what is posted', async () => {
    const valid = stand.answer(await stand.begin());
    const pieces = valid.split(/(?=<)/);
    const mutated = fc.array(fc.tuple(fc.nat(pieces.length - 1), fc.nat(pieces.length - 1), fc.nat(3)), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(mutated, async (changes) => {
        const document = [...pieces];
        for (const [at, from, kind] of changes) {
          if (kind === 0) document.splice(at, 1);
          else if (kind === 1) document.splice(at, 0, pieces[from]!);
          else if (kind === 2) document[at] = pieces[from]!;
          else document[at] = (document[at] ?? '').slice(0, from);
        }
        const answer = await stand.deliver(await stand.begin(), document.join(''));
        expect([302, answer.headers.location]).toEqual([answer.status, expect.stringContaining('error=')]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('what the provider is given', () => {
  it('05 §8.6 has metadata for every provider name, before there is a connection', async () => {
    const answer = await stand.browser().get(`${stand.path}/metadata`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
    expect(answer.text).toContain(`entityID="${stand.entityId}"`);
    expect(answer.text).toContain(`Location="${stand.acsUrl}"`);
    expect(answer.text).not.toContain('encryption');
    await stand.admin.delete(
      `/v1/org/sso/connections/${(await SamlStand.create(server, provider)).connectionId}`,
    );
    const unknown = await stand.browser().get(`/v1/auth/sso/org-${'0'.repeat(24)}/metadata`);
    expect([unknown.status, unknown.body.error.type]).toEqual([404, 'not_found_error']);
  });
});
