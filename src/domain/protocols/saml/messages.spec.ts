import { describe, expect, it } from '@jest/globals';
import { checkLogoutRequest } from './logout-request.js';
import { isTransient, nameIdIn, nameIdOf, subjectOf } from './name-id.js';
import { checkAnswer, checkResponse, isUnsolicited } from './response.js';
import { readXml } from './xml-document.js';

const PARTIES = { provider: 'https://idp.test', self: 'https://gateway.test' };
const NOW = Date.parse('2026-11-24T12:00:00Z');
const SPACES =
  'xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"';
const SUCCESS = '<p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>';
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

describe('a response of SAML (05 §8.6)', () => {
  const response = (fields: string, issuer = PARTIES.provider, codes = SUCCESS) =>
    readXml(
      `<p:Response ${SPACES} ${fields}><a:Issuer>${issuer}</a:Issuer><p:Status>${codes}</p:Status></p:Response>`,
    );
  const check = (...given: Parameters<typeof response>): void =>
    checkResponse(response(...given), { provider: PARTIES.provider, acsUrl: 'https://acs.test' });

  it('is taken with our destination, or with none', () => {
    expect(() => check('Version="2.0" Destination="https://acs.test"')).not.toThrow();
    expect(() => check('Version="2.0"')).not.toThrow();
  });

  it.each([
    ['of another version', ['Version="1.1"'], 'it is not of SAML 2.0', 'invalid'],
    ['of another issuer', ['Version="2.0"', 'x'], 'it is of another issuer', 'invalid'],
    ['for another destination', ['Version="2.0" Destination="x"'], 'its destination is another', 'invalid'],
    ['without a status', ['Version="2.0"', PARTIES.provider, ''], 'it has no status', 'invalid'],
    ['of two', ['Version="2.0"', PARTIES.provider, SUCCESS + SUCCESS], 'it has no status', 'invalid'],
    [
      'of a failure',
      ['Version="2.0"', PARTIES.provider, '<p:StatusCode Value="x"/>'],
      'the identity provider signed nobody in',
      'denied',
    ],
  ] as const)('is refused when it is %s', (_what, given, reason, kind) => {
    expect(() => check(...(given as unknown as Parameters<typeof response>))).toThrow(
      expect.objectContaining({ message: reason, kind }),
    );
  });

  it('answers our request or does not say which', () => {
    expect(() => checkAnswer(response('InResponseTo="_1"'), '_1')).not.toThrow();
    expect(() => checkAnswer(response(''), '_1')).not.toThrow();
    expect(() => checkAnswer(response('InResponseTo="_2"'), '_1')).toThrow('it answers another request');
  });

  it('is unsolicited when neither it nor its confirmation names a request', () => {
    const confirmed = (field: string) =>
      readXml(
        `<p:Response ${SPACES}><a:Assertion><a:Subject><a:SubjectConfirmation>` +
          `<a:SubjectConfirmationData ${field}/></a:SubjectConfirmation></a:Subject></a:Assertion></p:Response>`,
      );
    expect(isUnsolicited(confirmed(''))).toBe(true);
    expect(isUnsolicited(confirmed('InResponseTo="_1"'))).toBe(false);
    expect(isUnsolicited(response('InResponseTo="_1"'))).toBe(false);
  });
});

describe('a request to log out (SAML core §3.7.1)', () => {
  const PARTS = {
    version: '2.0',
    issuer: PARTIES.provider,
    destination: 'https://slo.test',
    issued: `IssueInstant="${at(0)}"`,
    end: '',
    name: 'ada',
    indexes: 1,
  };
  const asked = (changed: Partial<typeof PARTS> = {}) => {
    const { version, issuer, destination, issued, end, name, indexes } = { ...PARTS, ...changed };
    const request = readXml(
      `<p:LogoutRequest ${SPACES} ID="_x" Version="${version}" Destination="${destination}" ${issued} ${end}>` +
        `<a:Issuer>${issuer}</a:Issuer><a:NameID>${name}</a:NameID>` +
        `${'<p:SessionIndex> s </p:SessionIndex>'.repeat(indexes)}</p:LogoutRequest>`,
    );
    return checkLogoutRequest(request, { ...PARTIES, sloUrl: 'https://slo.test', now: NOW });
  };

  it('names a session, and is believed for ten minutes or as long as it says', () => {
    expect(asked()).toMatchObject({ id: '_x', sessionIndexes: ['s'], lastUse: NOW + 600_000 });
    expect(asked({ end: `NotOnOrAfter="${at(60)}"` }).lastUse).toBe(NOW + 60_000);
    expect(asked({ indexes: 100 }).sessionIndexes).toHaveLength(100);
    expect(asked({ issued: `IssueInstant="${at(120)}"` }).id).toBe('_x');
    expect(asked({ issued: `IssueInstant="${at(-719.999)}"` }).id).toBe('_x');
  });

  it.each([
    [{ version: '1.1' }, 'it is not of SAML 2.0'],
    [{ issuer: 'x' }, 'it is of another issuer'],
    [{ destination: 'x' }, 'its destination is another'],
    [{ issued: '' }, 'it is not valid yet'],
    [{ issued: `IssueInstant="${at(121)}"` }, 'it is not valid yet'],
    [{ issued: `IssueInstant="${at(-720)}"` }, 'it has expired'],
    [{ end: `NotOnOrAfter="${at(-120)}"` }, 'it has expired'],
    [{ name: '' }, 'its NameID is empty'],
    [{ indexes: 101 }, 'it names too many sessions'],
  ])('is refused with %j', (changed, reason) => {
    expect(() => asked(changed)).toThrow(reason);
  });
});

describe('the name of a subject (SAML core §2.2.2, §2.2.3)', () => {
  const name = (fields: string) => nameIdIn(readXml(`<NameID ${fields}> ada </NameID>`), PARTIES);

  it('leaves out what is usual and keeps what is not', () => {
    const usual = `Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" NameQualifier="${PARTIES.provider}" SPNameQualifier="${PARTIES.self}"`;
    expect(name(usual)).toEqual({ value: 'ada', format: null, nameQualifier: null, spNameQualifier: null });
    expect(name('Format="" NameQualifier=""')).toEqual(name(usual));
    expect(name('Format="f" NameQualifier="q" SPNameQualifier="s"')).toMatchObject({
      format: 'f',
      nameQualifier: 'q',
      spNameQualifier: 's',
    });
  });

  it('is transient only by its format', () => {
    expect(isTransient(name('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"'))).toBe(true);
    expect(isTransient(name(''))).toBe(false);
  });

  it('is read back from the text it is kept as; an address is none', () => {
    for (const each of [name(''), name('Format="f" NameQualifier="q"')])
      expect(nameIdOf(subjectOf(each))).toEqual(each);
    expect(nameIdOf('ada@acme.test')).toBeNull();
  });
});
