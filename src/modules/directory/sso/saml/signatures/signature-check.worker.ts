/**
 * What an XML signature covers, as far as packages are needed for it. It takes 0.1 ms for each element, so that long messages
 * are checked in a thread of their own, whose program is this file as well.
 *
 * Node runs it as it is, types stripped, when the server runs from source: packages and types are all it may import.
 */
import { createHash, type KeyObject, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type * as XmlCrypto from 'xml-crypto';
import type { SignatureAlgorithm } from '../../../../../domain/protocols/saml/signature-shape.js';

export type SigningKeys = readonly KeyObject[];

export interface SignatureTask {
  readonly xml: string;
  /** Of the element whose signature it is: the root or a child of it. */
  readonly id: string;
  readonly keys: SigningKeys;
  /** By their URI; there are no others. */
  readonly digests: ReadonlyMap<string, string>;
  readonly algorithms: ReadonlyMap<string, SignatureAlgorithm>;
  /** The namespace of signatures. */
  readonly namespace: string;
}

/** As much of a DOM as is needed here; the declarations of the package would bring those of browsers everywhere. */
interface DomElement {
  readonly nodeType: number;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly childNodes: ArrayLike<DomElement>;
  getAttribute(name: string): string;
}

interface Dom {
  DOMParser: new (options: { errorHandler: (level: string, message: string) => never }) => {
    parseFromString(xml: string, type: 'text/xml'): { documentElement: DomElement };
  };
}

const ELEMENT_NODE = 1;

const require = createRequire(import.meta.url);

if (isTask(workerData)) parentPort?.postMessage(coveredTexts(workerData));

/** Canonical bytes that the digests are of; null for a signature that no key made, for whatever reason. */
export function coveredTexts(task: SignatureTask): readonly string[] | null {
  try {
    const signed = signatureVerifiedBy(task);
    signed.loadSignature(signatureIn(task));
    return signed.checkSignature(task.xml) ? signed.getSignedReferences() : null;
  } catch {
    // What is wrong is said in the words of the document.
    return null;
  }
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

function isTask(data: unknown): data is SignatureTask {
  return typeof data === 'object' && data !== null && 'xml' in data && 'digests' in data;
}

/** Knows the algorithms of R36.6 and no others, and no key but these: what `KeyInfo` holds is never looked at. */
function signatureVerifiedBy({ keys, digests, algorithms }: SignatureTask): XmlCrypto.SignedXml {
  // Loaded when first needed (ADR 49): most servers never see SAML.
  const { SignedXml } = require('xml-crypto') as typeof XmlCrypto;
  const signed = new SignedXml({ publicCert: 'of the metadata' });
  // Elements of SAML have no other one; each costs a look at every element.
  signed.idAttributes = ['ID'];
  signed.getCertFromKeyInfo = () => null;
  signed.HashAlgorithms = Object.fromEntries([...digests].map(([uri, hash]) => [uri, digester(uri, hash)]));
  signed.SignatureAlgorithms = Object.fromEntries(
    [...algorithms].map(([uri, algorithm]) => [uri, verifier(uri, algorithm, keys)]),
  );
  return signed;
}

function digester(uri: string, hash: string): new () => XmlCrypto.HashAlgorithm {
  return class {
    getAlgorithmName = () => uri;
    getHash = (xml: string) => createHash(hash).update(xml, 'utf8').digest('base64');
  };
}

function verifier(
  uri: string,
  algorithm: SignatureAlgorithm,
  keys: SigningKeys,
): new () => XmlCrypto.SignatureAlgorithm {
  return class implements XmlCrypto.SignatureAlgorithm {
    getAlgorithmName = () => uri;
    getSignature = (): never => {
      throw new Error('Only verifies');
    };
    verifySignature(material: string, _key: unknown, signature: string): boolean {
      return isSignedBy(keys, algorithm, Buffer.from(material, 'utf8'), Buffer.from(signature, 'base64'));
    }
  };
}

/** The signature among the children of the element with the id, which is the root or a child of it. */
function signatureIn({
  xml,
  id,
  namespace,
}: SignatureTask): Parameters<XmlCrypto.SignedXml['loadSignature']>[0] {
  const { DOMParser } = require('@xmldom/xmldom') as Dom;
  const root = new DOMParser({ errorHandler: refuse }).parseFromString(xml, 'text/xml').documentElement;
  const parent = [root, ...childElements(root)].find((element) => element.getAttribute('ID') === id);
  const signature = childElements(parent!).find(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === namespace,
  );
  return signature;
}

function childElements(parent: DomElement): DomElement[] {
  return Array.from(parent.childNodes).filter(({ nodeType }) => nodeType === ELEMENT_NODE);
}

function refuse(_level: string, message: string): never {
  throw new Error(message);
}
