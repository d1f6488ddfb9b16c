import { X509Certificate } from 'node:crypto';
import {
  HTTP_POST,
  HTTP_REDIRECT,
  METADATA,
  PROTOCOL,
  SIGNATURE,
} from '../../../../domain/protocols/saml/saml-names.js';
import type { ServiceProviderUrls } from '../connections/store/service-provider.js';
import { escapeMarkup } from '../../../../kernel/http/markup.js';

export const METADATA_TYPE = 'application/samlmetadata+xml';

/**
 * What an identity provider is given to know us by (SAML metadata §2.4.4). There is no key to encrypt to: encrypted
 * assertions are not taken (05 §8.6 rule 7). Assertions are wanted signed, though a signed response does as well.
 */
export function serviceProviderMetadata(urls: ServiceProviderUrls, certificatePem: string): string {
  const at = (location: string) => `Location="${escapeMarkup(location)}"`;
  const certificate = new X509Certificate(certificatePem).raw.toString('base64');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${METADATA}" xmlns:ds="${SIGNATURE}" entityID="${escapeMarkup(urls.entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
    <SingleLogoutService Binding="${HTTP_REDIRECT}" ${at(urls.sloUrl)}/>
    <SingleLogoutService Binding="${HTTP_POST}" ${at(urls.sloUrl)}/>
    <AssertionConsumerService index="0" isDefault="true" Binding="${HTTP_POST}" ${at(urls.acsUrl)}/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
