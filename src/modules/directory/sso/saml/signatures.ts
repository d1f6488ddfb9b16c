import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm as Verifier, SignedXml } from 'xml-crypto';
import {
  DIGEST_ALGORITHMS,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '../../../../domain/protocols/saml/signature-shape.js';
import { SamlRefused } from '../../../../domain/protocols/saml/saml-refused.js';
import { SIGNATURE } from '../../../../domain/protocols/saml/saml-names.js';
import { normalized, readXml } from '../../../../domain/protocols/saml/xml-document.js';
import type { XmlElement } from '../../../../domain/protocols/saml/xml-element.js';
import { type DomElement, xmlCrypto, xmlDom } from './xml-libraries.js';

/** No key of the provider's metadata made the signature; it may have newer ones (05 §8.6 rule 10). */
export class SignatureUnverified extends SamlRefused {
  constructor() {
    super('its signature is by no key of the identity provider');
  }
}

export type SigningKeys = readonly KeyObject[];

/** Their own dates are reported and not enforced (05 §8.6 rule 7): metadata says which are in force. */
export function signingKeysOf(certificates: readonly { pem: string }[]): SigningKeys {
  return certificates.map(({ pem }) => new X509Certificate(pem).publicKey);
}

/** Whether one of the keys made a signature; the algorithm decides what a key may be used for. */
export function isSignedBy(
  keys: SigningKeys,
  { key: type, hash }: SignatureAlgorithm,
  data: Buffer,
  signature: Buffer,
): boolean {
  return (
    keys
      .filter(({ asymmetricKeyType }) => asymmetricKeyType === type)
      // XML signatures carry ECDSA as the two numbers alone (RFC 4050 §3.3).
      .some((key) => verify(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature))
  );
}

/**
 * The element with this id, exactly as its signature covers it: read from the bytes the digest is of, which the
 * document cannot influence any more. `signedIdsOf` has judged the document before. Throws `SignatureUnverified`.
 */
export function signedElement(text: string, id: string, keys: SigningKeys): XmlElement {
  const xml = normalized(text);
  let covered: readonly string[];
  try {
    const signed = signatureVerifiedBy(keys);
    signed.loadSignature(signatureIn(xml, id));
    covered = signed.checkSignature(xml) ? signed.getSignedReferences() : [];
  } catch {
    // What is wrong is said in the words of the document.
    throw new SignatureUnverified();
  }
  if (covered.length !== 1) throw new SignatureUnverified();
  return readXml(covered[0]!);
}

/** Knows the algorithms of R36.6 and no others, and no key but these: what `KeyInfo` holds is never looked at. */
function signatureVerifiedBy(keys: SigningKeys): SignedXml {
  const { SignedXml } = xmlCrypto();
  const signed = new SignedXml({ publicCert: 'of the metadata' });
  signed.getCertFromKeyInfo = () => null;
  signed.HashAlgorithms = Object.fromEntries(
    [...DIGEST_ALGORITHMS].map(([uri, hash]) => [uri, digester(uri, hash)]),
  );
  signed.SignatureAlgorithms = Object.fromEntries(
    [...SIGNATURE_ALGORITHMS].map(([uri, algorithm]) => [uri, verifier(uri, algorithm, keys)]),
  );
  return signed;
}

function digester(uri: string, hash: string): new () => HashAlgorithm {
  return class {
    getAlgorithmName = () => uri;
    getHash = (xml: string) => createHash(hash).update(xml, 'utf8').digest('base64');
  };
}

function verifier(uri: string, algorithm: SignatureAlgorithm, keys: SigningKeys): new () => Verifier {
  return class implements Verifier {
    getAlgorithmName = () => uri;
    getSignature = (): never => {
      throw new Error('Only verifies');
    };
    verifySignature(material: string, _key: unknown, signature: string): boolean {
      return isSignedBy(keys, algorithm, Buffer.from(material, 'utf8'), Buffer.from(signature, 'base64'));
    }
  };
}

const ELEMENT_NODE = 1;

/** The signature among the children of the element with the id, which is the root or a child of it. */
function signatureIn(xml: string, id: string): Parameters<SignedXml['loadSignature']>[0] {
  const { DOMParser } = xmlDom();
  const root = new DOMParser({ errorHandler: refuse }).parseFromString(xml, 'text/xml').documentElement;
  const parent = [root, ...childElements(root)].find((element) => element.getAttribute('ID') === id);
  const signature = childElements(parent!).find(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === SIGNATURE,
  );
  return signature;
}

function childElements(parent: DomElement): DomElement[] {
  return Array.from(parent.childNodes).filter(({ nodeType }) => nodeType === ELEMENT_NODE);
}

function refuse(_level: string, message: string): never {
  throw new Error(message);
}
