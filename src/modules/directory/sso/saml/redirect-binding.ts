/**
 * SAML in the query of an address (bindings §3.4): the message is deflated, the signature is of the bytes of the query
 * and not of the message. It is verified over the bytes as they came: no two encoders agree on all of them.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sign } from 'node:crypto';
import { SamlRefused } from '../../../../domain/protocols/saml/saml-refused.js';
import { SIGNATURE_ALGORITHMS } from '../../../../domain/protocols/saml/signature-shape.js';
import { decodedBase64, decodedText } from './message-text.js';
import { isSignedBy, type SigningKeys } from './signatures/signature-check.worker.js';
import { SignatureUnverified } from './signatures/signatures.js';

type MessageName = 'SAMLRequest' | 'SAMLResponse';

/** Much for a request to log out, little for a bomb: deflate makes a thousand of one. */
const INFLATED_BYTES = 65_536;
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SIGNED = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'] as const;

type Raw = Partial<Record<(typeof SIGNED)[number], string>>;

/** The address with the message, signed. */
export function signedRedirect(
  endpoint: string,
  { name, xml, relayState }: { name: MessageName; xml: string; relayState: string | null },
  keyPem: string,
): string {
  const fields = [
    [name, deflateRawSync(xml).toString('base64')],
    ...(relayState === null ? [] : [['RelayState', relayState]]),
    ['SigAlg', RSA_SHA256],
  ] as [string, string][];
  const query = fields.map(([field, value]) => `${field}=${queryEncoded(value)}`).join('&');
  const signature = sign('sha256', Buffer.from(query), keyPem).toString('base64');
  const separator = endpoint.includes('?') ? '&' : '?';
  return `${endpoint}${separator}${query}&Signature=${queryEncoded(signature)}`;
}

/** Leaves nothing that a browser would encode on its way: the signature is of these very bytes. */
function queryEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What of a query SAML speaks of, as it came. Throws `SamlRefused` for a field that is there twice. */
export function redirectFields(query: string): Raw {
  const raw: Raw = {};
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = SIGNED.find((known) => known === pair.slice(0, equals));
    if (name === undefined) continue;
    if (raw[name] !== undefined) throw new SamlRefused('a field of its address is there twice');
    raw[name] = pair.slice(equals + 1);
  }
  return raw;
}

/** Whether the message is an answer to a request of ours. */
export function isAnswer({ SAMLRequest, SAMLResponse }: Raw): boolean {
  return SAMLRequest === undefined && SAMLResponse !== undefined;
}

/** The request in a query, whose signature verifies. Throws `SamlRefused`. */
export function signedRequestIn(raw: Raw, keys: SigningKeys): string {
  const { SAMLRequest: request, RelayState: relayState, SigAlg: algorithmUri, Signature: signature } = raw;
  if (request === undefined) throw new SamlRefused('it holds no request');
  if (algorithmUri === undefined || signature === undefined) throw new SamlRefused('it is not signed');
  const algorithm = SIGNATURE_ALGORITHMS.get(formDecoded(algorithmUri));
  if (algorithm === undefined) throw new SamlRefused('its signature algorithm is not taken');
  const state = relayState === undefined ? '' : `&RelayState=${relayState}`;
  const covered = `SAMLRequest=${request}${state}&SigAlg=${algorithmUri}`;
  const value = decodedBase64(formDecoded(signature));
  if (!isSignedBy(keys, algorithm, Buffer.from(covered, 'latin1'), value)) throw new SignatureUnverified();
  return decodedText(inflated(decodedBase64(formDecoded(request))));
}

/** As a form is encoded. Throws `SamlRefused`. */
export function formDecoded(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    throw new SamlRefused('a field of its address cannot be decoded');
  }
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: INFLATED_BYTES });
  } catch {
    throw new SamlRefused('it cannot be inflated');
  }
}
