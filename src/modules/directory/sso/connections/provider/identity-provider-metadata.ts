import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  HTTP_POST,
  HTTP_REDIRECT,
  METADATA,
  PROTOCOL,
  SIGNATURE,
} from '../../../../../domain/protocols/saml/saml-names.js';
import { readXml, XmlRefused } from '../../../../../domain/protocols/saml/xml-document.js';
import {
  attributeOf,
  childrenNamed,
  isNamed,
  withDescendants,
  type XmlElement,
} from '../../../../../domain/protocols/saml/xml-element.js';
import type { IdentityProvider, ProviderEndpoint } from './identity-provider.js';

/** A document that describes no identity provider we can use; the message names the reason for an administrator. */
export class UnusableMetadata extends Error {}

export const METADATA_CHARACTERS = 512_000;
/** SAML 2.0 core §8.3.6. */
const ENTITY_ID_CHARACTERS = 1024;
const URL_CHARACTERS = 2048;
/** Two are enough to roll over; whoever publishes more than these publishes something else. */
const CERTIFICATES = 16;
const MINIMUM_RSA_BITS = 1024;

/**
 * The identity provider of a metadata document (SAML 2.0 metadata §2.4.3). Throws `UnusableMetadata`. The signature of
 * the document is not looked at: whoever gives it, or the `https` URL it is read from, is trusted with the keys in it.
 */
export function readIdentityProvider(xml: string): IdentityProvider {
  const { entity, role } = onlyProvider(parsed(xml));
  const logout = endpointOf(role, 'SingleLogoutService', 'Location');
  return {
    entityId: entityIdOf(entity),
    signOn: signOnOf(role),
    singleLogout: logout?.binding === 'redirect' ? logout.url : null,
    logoutAnswers: endpointOf(role, 'SingleLogoutService', 'ResponseLocation'),
    certificates: certificatesOf(role),
    wantsSignedRequests: isTrue(attributeOf(role, 'WantAuthnRequestsSigned')),
  };
}

function parsed(xml: string): XmlElement {
  if (xml.length > METADATA_CHARACTERS)
    throw new UnusableMetadata(`The metadata is longer than ${METADATA_CHARACTERS} characters`);
  try {
    return readXml(xml, 'metadata');
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    throw new UnusableMetadata(`The metadata cannot be read: ${error.message}`);
  }
}

function onlyProvider(root: XmlElement): { entity: XmlElement; role: XmlElement } {
  if (!isNamed(root, METADATA, 'EntityDescriptor') && !isNamed(root, METADATA, 'EntitiesDescriptor'))
    throw new UnusableMetadata('The document is not SAML metadata');
  const found = [...withDescendants(root)]
    .filter((element) => isNamed(element, METADATA, 'EntityDescriptor'))
    .flatMap((entity) =>
      childrenNamed(entity, METADATA, 'IDPSSODescriptor')
        .filter((role) => protocolsOf(role).includes(PROTOCOL))
        .map((role) => ({ entity, role })),
    );
  if (found.length > 1) throw new UnusableMetadata('The metadata describes more than one identity provider');
  if (found[0] === undefined)
    throw new UnusableMetadata('The metadata describes no SAML 2.0 identity provider');
  return found[0];
}

function protocolsOf(role: XmlElement): string[] {
  return (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/);
}

function entityIdOf(entity: XmlElement): string {
  const id = attributeOf(entity, 'entityID') ?? '';
  if (id === '' || id.length > ENTITY_ID_CHARACTERS)
    throw new UnusableMetadata('The metadata has no usable entityID');
  return id;
}

function signOnOf(role: XmlElement): ProviderEndpoint {
  const endpoint = endpointOf(role, 'SingleSignOnService', 'Location');
  if (endpoint !== null) return endpoint;
  throw new UnusableMetadata('The metadata has no sign-on endpoint for HTTP-Redirect or HTTP-POST');
}

/** The first of a service, by HTTP-Redirect before HTTP-POST. `ResponseLocation` is `Location` where it is absent. */
function endpointOf(
  role: XmlElement,
  service: 'SingleSignOnService' | 'SingleLogoutService',
  attribute: 'Location' | 'ResponseLocation',
): ProviderEndpoint | null {
  const services = childrenNamed(role, METADATA, service);
  for (const { binding, uri } of BINDINGS) {
    const found = services.find((element) => attributeOf(element, 'Binding') === uri);
    if (found === undefined) continue;
    const location = attributeOf(found, attribute) ?? attributeOf(found, 'Location') ?? '';
    return { binding, url: httpsUrl(location, service) };
  }
  return null;
}

const BINDINGS = [
  { binding: 'redirect', uri: HTTP_REDIRECT },
  { binding: 'post', uri: HTTP_POST },
] as const;

/** A browser is sent there, with what signs somebody in or out. */
function httpsUrl(text: string, service: string): string {
  const url = text.length > URL_CHARACTERS ? null : URL.parse(text.trim());
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new UnusableMetadata(`The ${service} in the metadata is not an https URL`);
  url.hash = '';
  return url.href;
}

/** Keys without a use sign as well (§2.4.1.1). The same key twice is one. */
function certificatesOf(role: XmlElement): IdentityProvider['certificates'] {
  const texts = childrenNamed(role, METADATA, 'KeyDescriptor')
    .filter((key) => ['signing', null].includes(attributeOf(key, 'use')))
    .flatMap((key) => childrenNamed(key, SIGNATURE, 'KeyInfo'))
    .flatMap((info) => childrenNamed(info, SIGNATURE, 'X509Data'))
    .flatMap((data) => childrenNamed(data, SIGNATURE, 'X509Certificate'))
    .map(({ text }) => text.replace(/\s+/g, ''));
  const distinct = [...new Set(texts)];
  if (distinct.length === 0) throw new UnusableMetadata('The metadata has no signing certificate');
  if (distinct.length > CERTIFICATES)
    throw new UnusableMetadata(`The metadata has more than ${CERTIFICATES} signing certificates`);
  return distinct.map(certificateOf);
}

function certificateOf(base64: string): IdentityProvider['certificates'][number] {
  const certificate = certificateIn(base64);
  if (certificate === null || !isUsableKey(certificate.publicKey))
    throw new UnusableMetadata(
      'A signing certificate in the metadata is not an X.509 certificate with an RSA or EC key',
    );
  return { pem: certificate.toString(), expiresAt: certificate.validToDate.toISOString() };
}

function certificateIn(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}

function isUsableKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ec') return true;
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MINIMUM_RSA_BITS;
}

/** xs:boolean. */
function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1';
}
