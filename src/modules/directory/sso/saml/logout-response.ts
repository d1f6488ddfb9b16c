import { randomBytes } from 'node:crypto';
import { ASSERTION, PROTOCOL, SUCCESS } from '../../../../domain/protocols/saml/saml-names.js';
import { escapeMarkup } from '../../../../kernel/http/markup.js';
import { postingPage } from '../sign-in/posting-page.js';
import type { BegunAt } from '../sign-in/sign-in-protocol.js';
import { signedRedirect } from './redirect-binding.js';
import type { SamlParties } from './saml-provider.js';
import type { SigningPair } from './signatures/signing-certificate.js';
import { createRequire } from 'node:module';
import type * as XmlCrypto from 'xml-crypto';

const require = createRequire(import.meta.url);

/** Loaded when first needed (ADR 49): most servers never see SAML. */
const xmlCrypto = () => require('xml-crypto') as typeof XmlCrypto;
const ID_BYTES = 20;

/** Tells the provider that somebody is logged out here (core §3.7.2), signed; null when it named no place for that. */
export function logoutResponse(
  { provider, urls }: SamlParties,
  { inResponseTo, relayState }: { inResponseTo: string; relayState: string | null },
  { keyPem }: SigningPair,
): BegunAt | null {
  const { logoutAnswers: endpoint } = provider;
  if (endpoint === null) return null;
  const xml =
    `<samlp:LogoutResponse xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ` +
    `ID="_${randomBytes(ID_BYTES).toString('hex')}" Version="2.0" IssueInstant="${new Date().toISOString()}" ` +
    `Destination="${escapeMarkup(endpoint.url)}" InResponseTo="${escapeMarkup(inResponseTo)}">` +
    `<saml:Issuer>${escapeMarkup(urls.entityId)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status></samlp:LogoutResponse>`;
  if (endpoint.binding === 'redirect')
    return { redirect: signedRedirect(endpoint.url, { name: 'SAMLResponse', xml, relayState }, keyPem) };
  const fields = {
    SAMLResponse: Buffer.from(signed(xml, keyPem)).toString('base64'),
    ...(relayState !== null && { RelayState: relayState }),
  };
  return { page: postingPage({ action: endpoint.url, fields, leadsTo: null }) };
}

function signed(xml: string, keyPem: string): string {
  const { SignedXml } = xmlCrypto();
  const signature = new SignedXml({
    privateKey: keyPem,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signature.addReference({
    xpath: '/*',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  const issuer = "/*/*[local-name()='Issuer']";
  signature.computeSignature(xml, { location: { reference: issuer, action: 'after' } });
  return signature.getSignedXml();
}
