/**
 * Where signatures stand in a message, what they cover and by which algorithms (05 §8.6 rule 7), judged before any key
 * is used. Wrapping attacks move a signed element aside and put a forged one in its place; here there is no aside: an
 * element with the name of a message or an assertion stands in its one place or the document is refused, a signature
 * is the child of the element it covers, and no two elements share an id.
 */
import { ASSERTION, PROTOCOL, SIGNATURE } from './saml-names.js';
import { SamlRefused } from './saml-refused.js';
import { attributeOf, isNamed, withDescendants, type XmlElement } from './xml-element.js';

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export type SignatureHash = 'sha256' | 'sha384' | 'sha512';

export interface SignatureAlgorithm {
  key: 'rsa' | 'ec';
  hash: SignatureHash;
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

/** No SHA-1, no HMAC, whose key anybody has who has the certificate (R36.6). */
export const SIGNATURE_ALGORITHMS: ReadonlyMap<string, SignatureAlgorithm> = new Map(
  (['rsa', 'ec'] as const).flatMap((key) =>
    (['sha256', 'sha384', 'sha512'] as const).map(
      (hash) => [`${MORE}${key === 'ec' ? 'ecdsa' : key}-${hash}`, { key, hash }] as const,
    ),
  ),
);

export const DIGEST_ALGORITHMS: ReadonlyMap<string, SignatureHash> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  [`${MORE}sha384`, 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

const MESSAGES = new Set(['Response', 'LogoutRequest', 'LogoutResponse', 'AuthnRequest']);
const ENCRYPTED = new Set(['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData']);

/** What is signed: the ids of the message, of its assertion, of both or of neither. */
export interface SignedIds {
  message: string | null;
  assertion: string | null;
}

/** Judges a `Response` (with its one assertion, or with none) or a `LogoutRequest`. Throws `SamlRefused`. */
export function signedIdsOf(root: XmlElement, name: 'Response' | 'LogoutRequest'): SignedIds {
  if (!isNamed(root, PROTOCOL, name)) throw new SamlRefused(`it is no ${name}`);
  const everything = [...withDescendants(root)];
  const assertion = onlyAssertionOf(root, everything);
  refuseRepeatedIds(everything);
  const signatures = everything.filter(({ localName }) => localName === 'Signature');
  const ofMessage = signatureOf(root);
  const ofAssertion = assertion && signatureOf(assertion);
  if (signatures.length !== Number(ofMessage !== null) + Number(ofAssertion !== null))
    throw new SamlRefused('a signature is not the child of what it covers');
  return {
    message: ofMessage && coveredId(root, ofMessage),
    assertion: assertion && ofAssertion && coveredId(assertion, ofAssertion),
  };
}

function onlyAssertionOf(root: XmlElement, everything: readonly XmlElement[]): XmlElement | null {
  if (everything.some(({ localName }) => ENCRYPTED.has(localName)))
    throw new SamlRefused('it holds something encrypted');
  if (everything.some((element) => element !== root && MESSAGES.has(element.localName)))
    throw new SamlRefused('it holds another message');
  const assertions = everything.filter(({ localName }) => localName === 'Assertion');
  if (assertions.length > 1) throw new SamlRefused('it holds more than one assertion');
  const [assertion = null] = assertions;
  if (
    assertion !== null &&
    !(root.children.includes(assertion) && isNamed(assertion, ASSERTION, 'Assertion'))
  )
    throw new SamlRefused('its assertion is not where one belongs');
  return assertion;
}

/** Whatever a verifier takes for an id, in whichever namespace. */
function refuseRepeatedIds(everything: readonly XmlElement[]): void {
  const ids = everything.flatMap(({ attributes }) =>
    attributes.filter(({ localName }) => localName.toLowerCase() === 'id').map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw new SamlRefused('an id is there twice');
}

function signatureOf(parent: XmlElement): XmlElement | null {
  const found = parent.children.filter((child) => isNamed(child, SIGNATURE, 'Signature'));
  if (found.length > 1) throw new SamlRefused('it is signed twice');
  return found[0] ?? null;
}

/** An `xs:ID`, which no expression that looks it up can be made of. */
const ID = /^[A-Za-z_][\w.-]{0,255}$/;

function coveredId(parent: XmlElement, signature: XmlElement): string {
  const id = attributeOf(parent, 'ID') ?? '';
  if (!ID.test(id)) throw new SamlRefused('what is signed has no usable id');
  const [info, value, keyInfo, ...others] = signature.children;
  if (info === undefined || value === undefined || others.length > 0) throw unusual();
  if (keyInfo !== undefined && !isNamed(keyInfo, SIGNATURE, 'KeyInfo')) throw unusual();
  if (!isNamed(value, SIGNATURE, 'SignatureValue') || value.children.length > 0) throw unusual();
  const [canonicalization, method, reference] = childrenOf(info, 'SignedInfo', [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  if (algorithmOf(canonicalization) !== EXCLUSIVE_C14N)
    throw new SamlRefused('its signature is canonicalized in a way that is not taken');
  if (!SIGNATURE_ALGORITHMS.has(algorithmOf(method)) || method.children.length > 0)
    throw new SamlRefused('its signature algorithm is not taken');
  judgeReference(reference, id);
  return id;
}

function judgeReference(reference: XmlElement, id: string): void {
  const [transforms, method] = childrenOf(reference, 'Reference', [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  if (attributeOf(reference, 'URI') !== `#${id}`)
    throw new SamlRefused('its signature covers another element than its own');
  const [enveloped, exclusive] = childrenOf(transforms, 'Transforms', ['Transform', 'Transform']);
  if (algorithmOf(enveloped) !== ENVELOPED || algorithmOf(exclusive) !== EXCLUSIVE_C14N)
    throw new SamlRefused('its signature uses transforms that are not taken');
  if (!DIGEST_ALGORITHMS.has(algorithmOf(method)) || method.children.length > 0)
    throw new SamlRefused('its digest algorithm is not taken');
}

/** Exactly these children, in this order: what a verifier looks up by name is then what was judged. */
function childrenOf<const N extends readonly string[]>(
  parent: XmlElement,
  name: string,
  names: N,
): { [K in keyof N]: XmlElement } {
  const { children } = parent;
  const fits =
    children.length === names.length && names.every((each, at) => isNamed(children[at]!, SIGNATURE, each));
  if (!fits || !isNamed(parent, SIGNATURE, name)) throw unusual();
  return children as unknown as { [K in keyof N]: XmlElement };
}

function algorithmOf(element: XmlElement): string {
  return attributeOf(element, 'Algorithm') ?? '';
}

function unusual(): SamlRefused {
  return new SamlRefused('its signature is built in a way that is not taken');
}
