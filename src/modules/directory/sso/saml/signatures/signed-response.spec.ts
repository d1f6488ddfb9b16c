import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  assertionXml,
  newSigningPair,
  responseXml,
  type Said,
  signed,
  type SigningPair,
} from '../../../../../../test/harness/sign-on/saml.js';
import { threadMs } from '../../../../../../test/harness/time/thread-time.js';
import { signedResponse } from './signed-response.js';

const EXPECTED = { provider: 'https://idp.acme.test/entity', acsUrl: 'https://gateway.acme.test/acs' };
const SAID: Said = {
  issuer: EXPECTED.provider,
  acsUrl: EXPECTED.acsUrl,
  audience: 'https://gateway.acme.test/metadata',
  requestId: '_request',
  email: 'ada@acme.test',
};
/** What base64 leaves of a form of a megabyte. */
const LARGEST = 780_000;
/** A few times what it takes here, a third of what a thousand elements take. */
const MAX_MS = 100;

let pair: SigningPair;
let keys: KeyObject[];

beforeAll(async () => {
  pair = await newSigningPair();
  keys = [createPublicKey(createPrivateKey(pair.keyPem))];
});

/** Of this thread: what takes long is done in another one. */
async function timeOf(xml: string): Promise<{ ms: number; reason: string }> {
  const before = threadMs();
  let reason = 'taken';
  try {
    await signedResponse(xml, EXPECTED, keys);
  } catch (error) {
    reason = (error as Error).message;
  }
  return { ms: threadMs() - before, reason };
}

/** Signed before it is filled: whoever has no key has to do with a signature that verifies nothing. */
const filled = (inside: string): string =>
  signed(responseXml(SAID), { keyPem: pair.keyPem }).replace(
    '</saml:Assertion>',
    `${inside}</saml:Assertion>`,
  );

const many = (make: (at: number) => string): string => {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < LARGEST; at++) length += parts[parts.push(make(at)) - 1]!.length;
  return parts.join('');
};

describe('the largest response anybody can post', () => {
  it('is verified in time when it is a right one, with many groups of long names', async () => {
    const value = (_: unknown, at: number) =>
      `<saml:AttributeValue>${at} ${'x'.repeat(350)}</saml:AttributeValue>`;
    const groups = Array.from({ length: 1_900 }, value).join('');
    const statement = `<saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement>`;
    const assertion = assertionXml(SAID).replace('</saml:Assertion>', `${statement}</saml:Assertion>`);
    const { ms, reason } = await timeOf(signed(responseXml(SAID, assertion), { keyPem: pair.keyPem }));
    expect(reason).toBe('taken');
    expect(ms).toBeLessThan(MAX_MS);
  });

  it.each<[string, () => string]>([
    ['text', () => 'x'.repeat(LARGEST)],
    ['elements', () => '<b/>'.repeat(1_900)],
    ['elements of many names', () => many((at) => `<b${at}></b${at}>`)],
    ['nested elements', () => '<b>'.repeat(LARGEST / 7) + '</b>'.repeat(LARGEST / 7)],
    ['nested namespaces', () => many((at) => `<b xmlns:n${at}="urn:${at}">`)],
    [
      'namespaces in scope of thousands',
      () =>
        `<b ${Array.from({ length: 50 }, (_, at) => `xmlns:n${at}="urn:${at}"`).join(' ')}>${'<c xmlns:o="urn:o"/>'.repeat(1_900)}</b>`,
    ],
    ['attributes', () => `<b ${many((at) => `a${at}="" `)}/>`],
    ['ids', () => many((at) => `<b ID="i${at}"/>`)],
    ['references to characters', () => '&#x41;'.repeat(LARGEST / 6)],
    ['white space', () => `<b${' '.repeat(LARGEST)}/>`],
    ['signatures', () => many(() => '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>')],
    ['lists of prefixes', () => `<b c="${'n '.repeat(LARGEST / 2)}"/>`],
  ])('is refused in time when it holds %s', async (_name, inside) => {
    const { ms, reason } = await timeOf(filled(inside()));
    expect(reason).not.toBe('taken');
    expect(ms).toBeLessThan(MAX_MS);
  });
});
