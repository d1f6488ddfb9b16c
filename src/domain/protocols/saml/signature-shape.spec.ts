import { describe, expect, it } from '@jest/globals';
import { signedIdsOf } from './signature-shape.js';
import { readXml } from './xml-document.js';

const SPACES =
  'xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:s="http://www.w3.org/2000/09/xmldsig#"';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const PARTS = {
  uri: '#_a',
  canonicalization: `<s:CanonicalizationMethod Algorithm="${C14N}"/>`,
  method: '<s:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>',
  transforms: `<s:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><s:Transform Algorithm="${C14N}"/>`,
  digest: '<s:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>',
  value: '<s:SignatureValue>x</s:SignatureValue>',
  info: 'SignedInfo',
  key: '<s:KeyInfo/>',
};
const signature = (changed: Partial<typeof PARTS> = {}): string => {
  const { uri, canonicalization, method, transforms, digest, value, info, key } = { ...PARTS, ...changed };
  return (
    `<s:Signature><s:${info}>${canonicalization}${method}<s:Reference URI="${uri}"><s:Transforms>${transforms}</s:Transforms>` +
    `${digest}<s:DigestValue>x</s:DigestValue></s:Reference></s:${info}>${value}${key}</s:Signature>`
  );
};
const ids = (inside: string, fields = 'ID="_r"') =>
  signedIdsOf(readXml(`<p:Response ${SPACES} ${fields}>${inside}</p:Response>`), 'Response');
const asserted = (inside: string, id = '_a'): string => `<a:Assertion ID="${id}">${inside}</a:Assertion>`;

describe('where signatures stand, and what they cover (05 §8.6 rule 7)', () => {
  it('says whether the message, its assertion, both or neither are signed', () => {
    expect(ids(asserted(''))).toEqual({ message: null, assertion: null });
    expect(ids(asserted(signature()))).toEqual({ message: null, assertion: '_a' });
    expect(ids(signature({ uri: '#_r' }) + asserted(''))).toEqual({ message: '_r', assertion: null });
    expect(ids(signature({ uri: '#_r', key: '' }) + asserted(signature()))).toEqual({
      message: '_r',
      assertion: '_a',
    });
    expect(ids('')).toEqual({ message: null, assertion: null });
  });

  const notTaken = 'its signature is built in a way that is not taken';
  const weak = 'its signature algorithm is not taken';
  it.each([
    [{ uri: '#_r' }, 'its signature covers another element than its own'],
    [{ uri: '' }, 'its signature covers another element than its own'],
    [
      { canonicalization: '<s:CanonicalizationMethod Algorithm="x"/>' },
      'its signature is canonicalized in a way that is not taken',
    ],
    [{ canonicalization: '' }, notTaken],
    [{ method: '<s:SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/>' }, weak],
    [{ method: PARTS.method.replace('/>', '><s:X/></s:SignatureMethod>') }, weak],
    [
      { digest: '<s:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>' },
      'its digest algorithm is not taken',
    ],
    [{ digest: PARTS.digest.replace('/>', '><s:X/></s:DigestMethod>') }, 'its digest algorithm is not taken'],
    [
      { transforms: PARTS.transforms.replace('enveloped', 'x') },
      'its signature uses transforms that are not taken',
    ],
    [{ transforms: PARTS.transforms.replace(C14N, 'x') }, 'its signature uses transforms that are not taken'],
    [{ transforms: PARTS.transforms + '<s:Transform/>' }, notTaken],
    [{ value: '' }, notTaken],
    [{ value: '<s:SignatureValue><s:X/></s:SignatureValue>' }, notTaken],
    [{ value: '<s:Value>x</s:Value>' }, notTaken],
    [{ info: 'Info' }, notTaken],
    [{ key: '<s:Object/>' }, notTaken],
    [{ key: '<s:KeyInfo/><s:Object/>' }, notTaken],
  ])('refuses a signature with %j', (changed, reason) => {
    expect(() => ids(asserted(signature(changed)))).toThrow(reason);
  });

  it.each([
    ['an encrypted assertion', '<a:EncryptedAssertion/>', 'it holds something encrypted'],
    ['another message', '<p:Response/>', 'it holds another message'],
    ['two assertions', asserted('', '_1') + asserted('', '_2'), 'it holds more than one assertion'],
    ['an assertion put aside', `<a:X>${asserted('')}</a:X>`, 'its assertion is not where one belongs'],
    ['an assertion of another namespace', '<p:Assertion/>', 'its assertion is not where one belongs'],
    ['an id twice', asserted('', '_r'), 'an id is there twice'],
    ['an id twice, spelled otherwise', asserted('<a:X id="_a"/>'), 'an id is there twice'],
    ['two signatures', asserted(signature() + signature()), 'it is signed twice'],
    [
      'a signature elsewhere',
      asserted(`<a:X>${signature()}</a:X>`),
      'a signature is not the child of what it covers',
    ],
    [
      'an id of other characters',
      asserted(signature({ uri: '#a b' }), 'a b'),
      'what is signed has no usable id',
    ],
  ])('refuses a message with %s', (_what, inside, reason) => {
    expect(() => ids(inside)).toThrow(reason);
  });

  it('refuses what is no message of that name', () => {
    const other = readXml(`<p:LogoutRequest ${SPACES}/>`);
    expect(() => signedIdsOf(other, 'Response')).toThrow('it is no Response');
    expect(signedIdsOf(other, 'LogoutRequest')).toEqual({ message: null, assertion: null });
  });
});
