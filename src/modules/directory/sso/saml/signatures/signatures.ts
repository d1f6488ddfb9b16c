import { X509Certificate } from 'node:crypto';
import {
  DIGEST_ALGORITHMS,
  SIGNATURE_ALGORITHMS,
} from '../../../../../domain/protocols/saml/signature-shape.js';
import { SamlRefused } from '../../../../../domain/protocols/saml/saml-refused.js';
import { SIGNATURE } from '../../../../../domain/protocols/saml/saml-names.js';
import { normalized, readXml } from '../../../../../domain/protocols/saml/xml-document.js';
import type { XmlElement } from '../../../../../domain/protocols/saml/xml-element.js';
import type { SigningKeys } from './signature-check.worker.js';
import { coveredBySignature } from './signature-thread.js';

/** No key of the provider's metadata made the signature; it may have newer ones (05 §8.6 rule 10). */
export class SignatureUnverified extends SamlRefused {
  constructor() {
    super('its signature is by no key of the identity provider');
  }
}

/** Their own dates are reported and not enforced (05 §8.6 rule 7): metadata says which are in force. */
export function signingKeysOf(certificates: readonly { pem: string }[]): SigningKeys {
  return certificates.map(({ pem }) => new X509Certificate(pem).publicKey);
}

/**
 * The element with this id, exactly as its signature covers it: read from the bytes the digest is of, which the
 * document cannot influence any more. `signedIdsOf` has judged the document before; `provider`: whose message it is.
 * Throws `SignatureUnverified`.
 */
export async function signedElement(
  text: string,
  id: string,
  keys: SigningKeys,
  provider: string,
): Promise<XmlElement> {
  const known = { digests: DIGEST_ALGORITHMS, algorithms: SIGNATURE_ALGORITHMS, namespace: SIGNATURE };
  const covered = await coveredBySignature({ xml: normalized(text), id, keys, ...known }, provider);
  if (covered?.length !== 1) throw new SignatureUnverified();
  return readXml(covered[0]!);
}
