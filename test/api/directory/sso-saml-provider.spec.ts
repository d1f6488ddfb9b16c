import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { trailOf } from '../../harness/sign-on/directory.js';
import { publishing } from '../../harness/upstreams/published.js';
import {
  base64,
  inflated,
  logoutRequestXml,
  newId,
  newSigningPair,
  posted,
  redirectQuery,
  signed,
  StandInSamlProvider,
} from '../../harness/sign-on/saml.js';
import { addressed, SamlifyProvider } from '../../harness/sign-on/samlify.js';
import {
  expectRefused,
  expectSignedIn,
  SAML_APP,
  SAML_SETTINGS,
  SamlStand,
} from '../../harness/sign-on/saml-stand.js';
import { startReplica, startServer, type TestServer } from '../../harness/server/server.js';
import { trusting } from '../../harness/server/stands.js';
import { startUpstream, type Upstream } from '../../harness/upstreams/upstream.js';

let upstream: Upstream;
let trusted: Awaited<ReturnType<typeof trusting>>;
let server: TestServer;
let settings: Record<string, string>;
let provider: StandInSamlProvider;

beforeAll(async () => {
  upstream = await startUpstream();
  trusted = await trusting(upstream);
  settings = { ...upstream.settings, ...trusted.settings, ...SAML_SETTINGS };
  server = await startServer(settings);
  provider = await StandInSamlProvider.create();
});

afterAll(async () => {
  await server?.close();
  await trusted?.close();
  await upstream?.close();
});

type Offer = NonNullable<Parameters<StandInSamlProvider['metadata']>[0]>;

async function withSamlify(offer: Offer = {}, signs?: 'assertion' | 'response' | 'both') {
  const own = provider.metadata(offer);
  const stand = await SamlStand.create(server, provider, { metadataXml: own });
  const { text } = await stand.browser().get(`${stand.path}/metadata`);
  return { stand, samlify: new SamlifyProvider(provider, text, own, signs) };
}

async function signIn(offer: Offer = {}, signs?: 'assertion' | 'response' | 'both') {
  const { stand, samlify } = await withSamlify(offer, signs);
  const login = await stand.browser().get(`${stand.path}/login?returnTo=/agents`);
  const cookie = login.cookies.join('; ');
  const person = { email: stand.someEmail(), sessionIndex: newId() };
  const fields = Object.fromEntries(
    [...login.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
  const address = String(login.headers.location);
  const byPost = offer.binding === 'post';
  const response = byPost
    ? await samlify.answer('post', { body: fields }, person)
    : await samlify.answer('redirect', addressed(address), person);
  const handle = byPost ? fields['RelayState']! : new URL(address).searchParams.get('RelayState')!;
  const landed = await stand.post('acs', posted({ SAMLResponse: response, RelayState: handle }), cookie);
  return { stand, samlify, login, landed, person, session: expectSignedIn(landed, '/agents') };
}

const isSignedIn = async (stand: SamlStand, session: string): Promise<boolean> =>
  (await stand.browser(session).get('/v1/auth/session')).status === 200;

describe('with an identity provider of somebody else’s making', () => {
  it.each(['assertion', 'response', 'both'] as const)(
    '05-23 signs people in whose %s is signed',
    async (signs) => {
      const { stand, session } = await signIn({}, signs);
      expect(await isSignedIn(stand, session)).toBe(true);
    },
  );

  it.each(['redirect', 'post'] as const)(
    '05 §8.6 signs its requests by %s where that is asked for',
    async (binding) => {
      const { login } = await signIn({ binding, wantsSigned: true });
      if (binding === 'redirect') {
        const asked = new URL(String(login.headers.location)).searchParams;
        expect(asked.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
        return;
      }
      expect([login.status, login.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(login.headers['content-security-policy']).toMatch(/script-src 'nonce-[^']+'/);
      expect(login.text).toContain(`action="${provider.origin}/sso"`);
    },
  );

  it('05 §8.6 asks by post without a signature where none is asked for', async () => {
    const { stand, session } = await signIn({ binding: 'post' });
    expect(await isSignedIn(stand, session)).toBe(true);
  });

  it('05 §8.6 asks for nothing but a name', async () => {
    const { stand } = await withSamlify();
    const { url } = await stand.begin();
    expect([...url.searchParams.keys()].sort()).toEqual(['RelayState', 'SAMLRequest']);
    const xml = inflated(url.searchParams.get('SAMLRequest')!);
    expect(xml).toContain(`AssertionConsumerServiceURL="${stand.acsUrl}"`);
    expect(xml).toMatch(/<samlp:NameIDPolicy [^>]*AllowCreate="true"\/>/);
    for (const absent of ['ForceAuthn="true"', 'RequestedAuthnContext', ' Format=', 'IsPassive'])
      expect(xml).not.toContain(absent);
  });

  it('05 §8.6 signs with one key on all replicas, which is kept sealed', async () => {
    const { stand } = await withSamlify();
    const replica = await startReplica(server, settings);
    try {
      const [one, other] = await Promise.all(
        [server.apiUrl, replica.apiUrl].map(async (origin) =>
          (await fetch(`${origin}${stand.path}/metadata`)).text(),
        ),
      );
      expect(one).toContain('<ds:X509Certificate>');
      expect(other).toBe(one);
    } finally {
      await replica.close();
    }
    const rows = await server.db.query<{ key: string }>('SELECT key_pem AS key FROM saml_signing_key');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.key).not.toContain('PRIVATE KEY');
  });

  it('05 §8.6 learns the keys of a provider that changed them, from its metadata, at most every ten minutes', async () => {
    const changing = await StandInSamlProvider.create();
    const next = await newSigningPair();
    const published = publishing(upstream);
    const metadataUrl = `${changing.origin}/metadata`;
    published.set(metadataUrl, changing.metadata());
    const stand = await SamlStand.create(server, changing, { metadataUrl });
    await server.db.query(
      `UPDATE sso_connections SET tried_at = now() - interval '11 minutes' WHERE id = $1`,
      [stand.connectionId],
    );
    published.set(metadataUrl, changing.metadata({ certificates: [next.certificatePem] }));
    const begun = await stand.begin();
    expectSignedIn(await stand.deliver(begun, stand.answer(begun, {}, { keyPem: next.keyPem })));
    const old = await stand.begin();
    expectRefused(await stand.deliver(old, stand.answer(old)), 'sso_invalid_response');
  });
});

describe('single logout', () => {
  const named = (stand: SamlStand, person: { email: string; sessionIndex: string }) => ({
    issuer: provider.entityId,
    destination: stand.acsUrl.replace(/acs$/, 'slo'),
    nameId: person.email,
    format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    sessionIndex: person.sessionIndex,
  });

  it('05 §8.6 sends the browser to the provider with a signed request, and takes its answer', async () => {
    const { stand, samlify, session, person } = await signIn();
    const { status, body } = await stand.browser(session).post('/v1/auth/sso/logout');
    expect([status, body.redirectUrl]).toEqual([200, expect.stringContaining(`${provider.origin}/slo?`)]);
    const { extract } = await samlify.readLogout(addressed(body.redirectUrl));
    expect([extract.nameID, extract.sessionIndex]).toEqual([person.email, person.sessionIndex]);
    expect(await isSignedIn(stand, session)).toBe(false);
    const answers = [
      await stand.browser().get(`${stand.path}/slo?SAMLResponse=anything`),
      await stand.post('slo', posted({ SAMLResponse: 'anything' })),
    ];
    for (const answer of answers)
      expect([answer.status, answer.headers.location]).toEqual([302, `${SAML_APP}/auth/login`]);
  });

  it('05 §8.6 has no address where the provider has none', async () => {
    const { stand, session } = await signIn({ logout: null });
    expect((await stand.browser(session).post('/v1/auth/sso/logout')).body).toEqual({ redirectUrl: null });
  });

  it.each(['redirect', 'post'] as const)(
    '05 §8.6 ends the session a signed request by %s names, and says so, signed',
    async (binding) => {
      const { stand, samlify, session, person } = await signIn({ logout: binding });
      const xml = logoutRequestXml(named(stand, person));
      const relayState = "it's (a) state~!";
      const { keyPem } = provider.keys;
      const answer =
        binding === 'redirect'
          ? await stand
              .browser()
              .get(`${stand.path}/slo?${redirectQuery({ SAMLRequest: xml }, { relayState, keyPem })}`)
          : await stand.post(
              'slo',
              posted({
                SAMLRequest: base64(signed(xml, { keyPem, of: 'LogoutRequest' })),
                RelayState: relayState,
              }),
            );
      expect(await isSignedIn(stand, session)).toBe(false);
      if (binding === 'redirect') {
        expect([answer.status, answer.headers.location]).toEqual([
          302,
          expect.stringContaining(`${provider.origin}/slo?SAMLResponse=`),
        ]);
        const url = String(answer.headers.location);
        expect(new URL(url).searchParams.get('RelayState')).toBe(relayState);
        const { extract } = await samlify.readLogoutAnswer('redirect', addressed(url));
        expect(extract.response.inResponseTo).toBe(/ ID="([^"]+)"/.exec(xml)![1]);
        return;
      }
      expect(answer.status).toBe(200);
      const SAMLResponse = /name="SAMLResponse" value="([^"]+)"/.exec(answer.text)![1]!;
      await samlify.readLogoutAnswer('post', { body: { SAMLResponse } });
    },
  );

  it('05 §8.6 ends all sessions of a name when no session is named, and nobody else’s', async () => {
    const { stand, session, person } = await signIn();
    const other = await stand.begin();
    const theirs = expectSignedIn(await stand.deliver(other, stand.answer(other)));
    const again = await stand.begin();
    const format = named(stand, person).format;
    const second = expectSignedIn(
      await stand.deliver(
        again,
        stand.answer(again, { email: person.email, nameId: person.email, format, sessionIndex: 'second' }),
      ),
    );
    const { sessionIndex: _, ...all } = named(stand, person);
    const query = redirectQuery({ SAMLRequest: logoutRequestXml(all) }, { keyPem: provider.keys.keyPem });
    expect((await stand.browser().get(`${stand.path}/slo?${query}`)).status).toBe(302);
    expect(await Promise.all([session, second, theirs].map((each) => isSignedIn(stand, each)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('05 §8.6 refuses requests that are not the provider’s, not for us or not of now', async () => {
    const { stand, session, person } = await signIn();
    const right = named(stand, person);
    const { keyPem } = provider.keys;
    const foreign = (await newSigningPair()).keyPem;
    const xml = (more: object = {}) => logoutRequestXml({ ...right, ...more });
    const queries: [string, string][] = [
      ['unsigned', redirectQuery({ SAMLRequest: xml() }, {})],
      ['of a foreign key', redirectQuery({ SAMLRequest: xml() }, { keyPem: foreign })],
      [
        'SHA-1',
        redirectQuery(
          { SAMLRequest: xml() },
          { keyPem, algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
        ),
      ],
      [
        'another state',
        redirectQuery({ SAMLRequest: xml() }, { keyPem, relayState: 'a' }).replace(
          'RelayState=a',
          'RelayState=b',
        ),
      ],
      ['a state added', `${redirectQuery({ SAMLRequest: xml() }, { keyPem })}&RelayState=b`],
      ['twice', `${redirectQuery({ SAMLRequest: xml() }, { keyPem })}&SAMLRequest=b`],
      [
        'another destination',
        redirectQuery({ SAMLRequest: xml({ destination: 'https://other.test/slo' }) }, { keyPem }),
      ],
      ['no destination', redirectQuery({ SAMLRequest: xml({ destination: null }) }, { keyPem })],
      ['another issuer', redirectQuery({ SAMLRequest: xml({ issuer: 'https://other.test' }) }, { keyPem })],
      ['old', redirectQuery({ SAMLRequest: xml({ issued: Date.now() - 20 * 60_000 }) }, { keyPem })],
      ['a bomb', redirectQuery({ SAMLRequest: `<a>${' '.repeat(3_000_000)}</a>` }, { keyPem })],
      ['nothing deflated', `SAMLRequest=${encodeURIComponent(base64(xml()))}&SigAlg=x&Signature=eA%3D%3D`],
      ['nothing', ''],
    ];
    for (const [name, query] of queries) {
      const answer = await stand.browser().get(`${stand.path}/slo?${query}`);
      expect([name, answer.status, answer.headers.location]).toEqual([
        name,
        302,
        `${SAML_APP}/auth/login?error=sso_invalid_response`,
      ]);
    }
    const bodies = [
      xml(),
      signed(xml(), { keyPem: foreign, of: 'LogoutRequest' }),
      signed(xml({ nameId: 'x' }), { keyPem, of: 'LogoutRequest' }).replace('>x<', `>${person.email}<`),
    ];
    for (const body of bodies)
      expectRefused(await stand.post('slo', posted({ SAMLRequest: base64(body) })), 'sso_invalid_response');
    expect(await isSignedIn(stand, session)).toBe(true);
    const audited = (await trailOf(server, stand.owner.organizationId, 'auth')).filter(
      ({ metadata }) => metadata['refused'] === 'sso_invalid_response',
    );
    expect(audited).toHaveLength(queries.length + bodies.length);
    const once = redirectQuery({ SAMLRequest: xml() }, { keyPem });
    expect((await stand.browser().get(`${stand.path}/slo?${once}`)).headers.location).toContain(
      provider.origin,
    );
    expectRefused(await stand.browser().get(`${stand.path}/slo?${once}`), 'sso_replay');
  });
});
