import { ASSERTION } from '../../../../../domain/protocols/saml/saml-names.js';
import { SamlRefused } from '../../../../../domain/protocols/saml/saml-refused.js';
import { type Expected } from '../../../../../domain/protocols/saml/assertion.js';
import { checkResponse } from '../../../../../domain/protocols/saml/response.js';
import { signedIdsOf } from '../../../../../domain/protocols/saml/signature-shape.js';
import { readXml } from '../../../../../domain/protocols/saml/xml-document.js';
import { childrenNamed, type XmlElement } from '../../../../../domain/protocols/saml/xml-element.js';
import type { SigningKeys } from './signature-check.worker.js';
import { signedElement } from './signatures.js';

export interface SignedResponse {
  /** As it was signed, or as it came when only the assertion is. */
  response: XmlElement;
  assertion: XmlElement;
}

/**
 * The assertion of a response as a key of the provider signed it, by itself or with the response around it. The
 * response is judged as it came, and once more as it was signed; every signature that is there must verify.
 */
export async function signedResponse(
  text: string,
  expected: Pick<Expected, 'provider' | 'acsUrl'>,
  keys: SigningKeys,
): Promise<SignedResponse> {
  const document = readXml(text);
  const ids = signedIdsOf(document, 'Response');
  checkResponse(document, expected);
  if (ids.message === null && ids.assertion === null) throw new SamlRefused('nothing in it is signed');
  const elementOf = (id: string) => signedElement(text, id, keys, expected.provider);
  const response = ids.message === null ? null : await elementOf(ids.message);
  if (response !== null) {
    signedIdsOf(response, 'Response');
    checkResponse(response, expected);
  }
  const assertion = ids.assertion === null ? onlyAssertion(response!) : await elementOf(ids.assertion);
  if (assertion.localName !== 'Assertion' || assertion.namespace !== ASSERTION)
    throw new SamlRefused('what is signed is no assertion');
  return { response: response ?? document, assertion };
}

function onlyAssertion(response: XmlElement): XmlElement {
  const [assertion] = childrenNamed(response, ASSERTION, 'Assertion');
  if (assertion === undefined) throw new SamlRefused('it has no assertion');
  return assertion;
}
