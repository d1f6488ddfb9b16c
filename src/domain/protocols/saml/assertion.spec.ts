import { describe, expect, it } from '@jest/globals';
import { type Believed, checkAssertion, type Expected, lastUse } from './assertion.js';
import { emailOf, nameOf } from './identity.js';
import { readXml } from './xml-document.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const EXPECTED: Expected = {
  provider: 'https://idp.test/entity',
  self: 'https://gateway.test/metadata',
  acsUrl: 'https://gateway.test/acs',
  requestId: '_request',
  now: NOW,
};
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

const PARTS = {
  version: 'Version="2.0"',
  issuer: `<Issuer>${EXPECTED.provider}</Issuer>`,
  conditions: `<Conditions NotBefore="${at(-60)}" NotOnOrAfter="${at(300)}">`,
  restriction: `<AudienceRestriction><Audience>${EXPECTED.self}</Audience></AudienceRestriction>`,
  nameId: '<NameID>ada</NameID>',
  method: `Method="${BEARER}"`,
  recipient: `Recipient="${EXPECTED.acsUrl}"`,
  answered: 'InResponseTo="_request"',
  end: `NotOnOrAfter="${at(120)}"`,
  moreConfirmations: '',
  attributes: '',
  statements: `<AuthnStatement SessionIndex="s1"/>`,
};

function assertion(changed: Partial<typeof PARTS> = {}) {
  const parts = { ...PARTS, ...changed };
  return readXml(
    `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ${parts.version}>${parts.issuer}` +
      `<Subject>${parts.nameId}<SubjectConfirmation ${parts.method}>` +
      `<SubjectConfirmationData ${parts.recipient} ${parts.answered} ${parts.end}/></SubjectConfirmation>` +
      `${parts.moreConfirmations}</Subject>${parts.conditions}${parts.restriction}</Conditions>` +
      `<AttributeStatement>${parts.attributes}</AttributeStatement>${parts.statements}</Assertion>`,
  );
}
const checked = (changed?: Partial<typeof PARTS>): Believed => checkAssertion(assertion(changed), EXPECTED);
const attribute = (name: string, ...values: string[]): string =>
  `<Attribute Name="${name}">${values.map((value) => `<AttributeValue>${value}</AttributeValue>`).join('')}</Attribute>`;

describe('an assertion of SAML (05 §8.6 rule 7)', () => {
  it('is believed when it is for us, now, and the answer to our request', () => {
    expect(checked()).toEqual({
      nameId: { value: 'ada', format: null, nameQualifier: null, spNameQualifier: null },
      attributes: new Map(),
      sessionIndex: 's1',
      sessionEndsAt: null,
    });
  });

  it.each([
    ['of another version', { version: 'Version="1.1"' }, 'its assertion is not of SAML 2.0'],
    [
      'of another issuer',
      { issuer: '<Issuer>https://evil.test</Issuer>' },
      'its assertion is of another issuer',
    ],
    ['without an issuer', { issuer: '' }, 'it has no Issuer'],
    ['of two issuers', { issuer: PARTS.issuer + PARTS.issuer }, 'it has more than one Issuer'],
    ['without an audience', { restriction: '' }, 'its audience is somebody else'],
    [
      'for another audience',
      { restriction: '<AudienceRestriction><Audience>other</Audience></AudienceRestriction>' },
      'its audience is somebody else',
    ],
    [
      'for us and, in a restriction of its own, only for another',
      {
        restriction: `${PARTS.restriction}<AudienceRestriction><Audience>x</Audience></AudienceRestriction>`,
      },
      'its audience is somebody else',
    ],
    [
      'with a condition that nobody knows',
      { restriction: `${PARTS.restriction}<Weekdays/>` },
      'its assertion has a condition that is not understood',
    ],
    [
      'with a known condition of another namespace',
      { restriction: `${PARTS.restriction}<OneTimeUse xmlns="urn:x"/>` },
      'its assertion has a condition that is not understood',
    ],
    ['without a name', { nameId: '<NameID> </NameID>' }, 'its NameID is empty'],
    ['not for its bearer', { method: 'Method="x"' }, 'its subject is not confirmed for whoever bears it'],
    ['for another recipient', { recipient: 'Recipient="https://x.test"' }, 'its recipient is somebody else'],
    ['without a recipient', { recipient: '' }, 'its recipient is somebody else'],
    ['to another request', { answered: 'InResponseTo="_other"' }, 'it answers another request'],
    ['to no request', { answered: '' }, 'it answers another request'],
    ['confirmed without end', { end: '' }, 'its confirmation has no end'],
    ['confirmed till before', { end: `NotOnOrAfter="${at(-120)}"` }, 'its confirmation has expired'],
    ['of no sign-in', { statements: '' }, 'it does not say that somebody signed in'],
    [
      'of a session that has ended',
      { statements: `<AuthnStatement SessionNotOnOrAfter="${at(0)}"/>` },
      'its session has ended',
    ],
    [
      'that begins later',
      { conditions: `<Conditions NotBefore="${at(121)}">` },
      'its assertion is not valid yet',
    ],
    [
      'that has expired',
      { conditions: `<Conditions NotOnOrAfter="${at(-120)}">` },
      'its assertion has expired',
    ],
    [
      'with a time that is none',
      { conditions: '<Conditions NotBefore="soon">' },
      'its NotBefore is not a time',
    ],
  ])('is refused when it is %s', (_what, changed, reason) => {
    expect(() => checked(changed)).toThrow(reason);
  });

  it('allows two minutes between the clocks, to the millisecond', () => {
    expect(() =>
      checked({ conditions: `<Conditions NotBefore="${at(120)}" NotOnOrAfter="${at(-119.999)}">` }),
    ).not.toThrow();
  });

  it('needs one confirmation that fits, whatever the others say', () => {
    const other = `<SubjectConfirmation Method="${BEARER}"><SubjectConfirmationData/></SubjectConfirmation>`;
    expect(checked({ moreConfirmations: other }).nameId.value).toBe('ada');
    const fitting = `<SubjectConfirmation Method="${BEARER}"><SubjectConfirmationData ${PARTS.recipient} ${PARTS.answered} ${PARTS.end}/></SubjectConfirmation>`;
    expect(checked({ recipient: '', moreConfirmations: fitting }).nameId.value).toBe('ada');
  });

  it('says the first session that has an index, and the earliest end', () => {
    const statements =
      `<AuthnStatement SessionIndex="" SessionNotOnOrAfter="${at(900)}"/>` +
      `<AuthnStatement SessionIndex="s2" SessionNotOnOrAfter="${at(0.001)}"/>`;
    expect(checked({ statements })).toMatchObject({ sessionIndex: 's2', sessionEndsAt: NOW + 1 });
    expect(checked({ statements: '<AuthnStatement/>' }).sessionIndex).toBeNull();
  });

  it('takes the first attribute of a name, trimmed', () => {
    const attributes = attribute('a', ' 1 ', '2') + attribute('a', '3') + attribute('b');
    expect([...checked({ attributes }).attributes]).toEqual([
      ['a', ['1', '2']],
      ['b', []],
    ]);
  });

  it('can be used again till the last of its ends', () => {
    expect(lastUse(assertion())).toBe(NOW + 300_000);
    expect(lastUse(assertion({ conditions: '<Conditions>' }))).toBe(NOW + 120_000);
    expect(lastUse(assertion({ conditions: '<Conditions>', end: '' }))).toBeNull();
  });
});

describe('who an assertion is about (05 §8.1, §8.7)', () => {
  const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  const said = (attributes: Record<string, string[]>, format: string | null = null) => ({
    attributes: new Map(Object.entries(attributes)),
    nameId: { value: 'name@acme.test', format, nameQualifier: null, spNameQualifier: null },
  });

  it('has the address of the first attribute that holds one, or of a name that is an address', () => {
    expect(emailOf(said({ mail: ['', 'ada@acme.test'], email: [''] }))).toBe('ada@acme.test');
    expect(emailOf(said({}, EMAIL_ADDRESS))).toBe('name@acme.test');
    expect(emailOf(said({}))).toBeNull();
  });

  it('has its whole name, or the parts that there are', () => {
    expect(nameOf(said({ displayName: ['Ada L'], givenName: ['Ada'] }))).toBe('Ada L');
    expect(nameOf(said({ givenName: ['Ada'], sn: ['Lovelace'] }))).toBe('Ada Lovelace');
    expect(nameOf(said({ sn: ['Lovelace'] }))).toBe('Lovelace');
    expect(nameOf(said({}))).toBeNull();
  });
});
