import 'reflect-metadata';
import {
  createHash,
  createHmac,
  createPublicKey,
  KeyObject,
  randomBytes,
  sign as signData,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as x509 from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
export const ALGORITHMS = {
  rsa: (bits: 256 | 384 | 512) => `${MORE}rsa-sha${bits}`,
  ecdsa: (bits: 256 | 384 | 512) => `${MORE}ecdsa-sha${bits}`,
  rsaSha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  hmac: `${MORE}hmac-sha256`,
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: `${MORE}sha384`,
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
};

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const EMAIL_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
const MINUTE = 60_000;

export interface SigningPair {
  certificatePem: string;
  keyPem: string;
}

/** A key with a certificate of its own, as identity providers have them. */
export async function newSigningPair(): Promise<SigningPair> {
  x509.cryptoProvider.set(webcrypto);
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=An identity provider',
    signingAlgorithm: algorithm,
    keys,
  });
  return {
    certificatePem: certificate.toString('pem'),
    keyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** An identity provider that says whatever a test wants, true or not. */
export class StandInSamlProvider {
  private constructor(
    readonly entityId: string,
    readonly keys: SigningPair,
  ) {}

  static async create(keys?: SigningPair): Promise<StandInSamlProvider> {
    const entityId = `https://idp-${randomBytes(6).toString('hex')}.test/entity`;
    return new StandInSamlProvider(entityId, keys ?? (await newSigningPair()));
  }

  get origin(): string {
    return new URL(this.entityId).origin;
  }

  /** `certificates`: PEM, besides its own. */
  metadata({
    binding = 'redirect',
    logout = 'redirect',
    wantsSigned = false,
    certificates = [this.keys.certificatePem],
  }: {
    binding?: 'redirect' | 'post';
    logout?: 'redirect' | 'post' | null;
    wantsSigned?: boolean;
    certificates?: readonly string[];
  } = {}): string {
    const keys = certificates.map(
      (pem) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${new X509Certificate(pem).raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    );
    const slo =
      logout &&
      `<SingleLogoutService Binding="${logout === 'post' ? POST : REDIRECT}" Location="${this.origin}/slo"/>`;
    const sso = `<SingleSignOnService Binding="${binding === 'post' ? POST : REDIRECT}" Location="${this.origin}/sso"/>`;
    return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}"><IDPSSODescriptor WantAuthnRequestsSigned="${wantsSigned}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${slo ?? ''}${sso}</IDPSSODescriptor></EntityDescriptor>`;
  }
}

/** What a response says; each part can be said wrongly. */
export interface Said {
  issuer: string;
  acsUrl: string;
  audience: string;
  requestId: string | null;
  email: string | null;
  destination?: string | null;
  recipient?: string;
  confirmed?: string | null;
  nameId?: string;
  format?: string;
  status?: string;
  notBefore?: number;
  notOnOrAfter?: number;
  confirmedUntil?: number;
  sessionEnds?: number | null;
  sessionIndex?: string;
  attributes?: Readonly<Record<string, string>>;
  assertionId?: string;
  responseId?: string;
}

export const newId = (): string => `_${randomBytes(16).toString('hex')}`;
const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

export function assertionXml(said: Said): string {
  const now = Date.now();
  const {
    requestId,
    confirmed = requestId,
    nameId = said.email ?? 'nobody',
    format,
    sessionEnds = null,
  } = said;
  const attributes = { ...(said.email !== null && { [EMAIL_CLAIM]: said.email }), ...said.attributes };
  const statements = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId ?? newId()}" Version="2.0" IssueInstant="${instant(now)}">` +
    `<saml:Issuer>${said.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID${format === undefined ? '' : ` Format="${format}"`}>${nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient ?? said.acsUrl}"${confirmed === null ? '' : ` InResponseTo="${confirmed}"`} NotOnOrAfter="${instant(said.confirmedUntil ?? now + 5 * MINUTE)}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(said.notBefore ?? now - MINUTE)}" NotOnOrAfter="${instant(said.notOnOrAfter ?? now + 5 * MINUTE)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(now)}"${said.sessionIndex === undefined ? '' : ` SessionIndex="${said.sessionIndex}"`}${sessionEnds === null ? '' : ` SessionNotOnOrAfter="${instant(sessionEnds)}"`}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (statements.length === 0
      ? ''
      : `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>`) +
    '</saml:Assertion>'
  );
}

/** Around an assertion, or around whatever else is given. */
export function responseXml(said: Said, inside: string = assertionXml(said)): string {
  const {
    requestId,
    destination = said.acsUrl,
    status = 'urn:oasis:names:tc:SAML:2.0:status:Success',
  } = said;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${said.responseId ?? newId()}" Version="2.0" IssueInstant="${instant(Date.now())}"${destination === null ? '' : ` Destination="${destination}"`}${requestId === null ? '' : ` InResponseTo="${requestId}"`}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${inside}</samlp:Response>`
  );
}

export interface Signing {
  keyPem: string;
  /** The element that is signed. */
  of?: 'Assertion' | 'Response' | 'LogoutRequest';
  algorithm?: string;
  digest?: string;
  transforms?: readonly string[];
  canonicalization?: string;
  /** Goes into `KeyInfo`. */
  certificatePem?: string;
}

/** The document with a signature of one of its elements in it, after the issuer. */
export function signed(xml: string, signing: Signing): string {
  const { keyPem, of = 'Assertion', algorithm = ALGORITHMS.rsa(256), digest = ALGORITHMS.sha256 } = signing;
  const signature = new SignedXml({
    privateKey: keyPem,
    publicCert: signing.certificatePem,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: signing.canonicalization ?? ALGORITHMS.exclusive,
  });
  signature.SignatureAlgorithms = { [algorithm]: signerOf(algorithm) } as any;
  signature.HashAlgorithms = { [digest]: hasherOf(digest) };
  const element = `//*[local-name()='${of}']`;
  signature.addReference({
    xpath: element,
    digestAlgorithm: digest,
    transforms: signing.transforms ?? [ALGORITHMS.enveloped, ALGORITHMS.exclusive],
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name()='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

const hashOf = (uri: string): string => `sha${/\d+$/.exec(uri)![0]}`;

function signerOf(uri: string) {
  return class {
    getAlgorithmName = () => uri;
    getSignature = (data: string, keyPem: string): string => {
      // The trick of key confusion: the secret is what everybody knows.
      if (uri.includes('hmac'))
        return createHmac(hashOf(uri), createPublicKey(keyPem).export({ type: 'spki', format: 'pem' }))
          .update(data)
          .digest('base64');
      return signData(hashOf(uri), Buffer.from(data), { key: keyPem, dsaEncoding: 'ieee-p1363' }).toString(
        'base64',
      );
    };
  };
}

function hasherOf(uri: string) {
  return class {
    getAlgorithmName = () => uri;
    getHash = (data: string): string => createHash(hashOf(uri)).update(data).digest('base64');
  };
}

export function logoutRequestXml(said: {
  issuer: string;
  destination: string | null;
  nameId: string;
  format?: string;
  sessionIndex?: string;
  id?: string;
  issued?: number;
}): string {
  return (
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id ?? newId()}" Version="2.0" IssueInstant="${instant(said.issued ?? Date.now())}"${said.destination === null ? '' : ` Destination="${said.destination}"`}>` +
    `<saml:Issuer>${said.issuer}</saml:Issuer><saml:NameID${said.format === undefined ? '' : ` Format="${said.format}"`}>${said.nameId}</saml:NameID>` +
    (said.sessionIndex === undefined ? '' : `<samlp:SessionIndex>${said.sessionIndex}</samlp:SessionIndex>`) +
    '</samlp:LogoutRequest>'
  );
}

/** A query of the redirect binding; unsigned without a key. */
export function redirectQuery(
  message: { SAMLRequest?: string; SAMLResponse?: string },
  {
    relayState,
    keyPem,
    algorithm = ALGORITHMS.rsa(256),
  }: { relayState?: string; keyPem?: string; algorithm?: string },
): string {
  const fields = Object.entries(message).map(([name, xml]) => [name, deflateRawSync(xml).toString('base64')]);
  if (relayState !== undefined) fields.push(['RelayState', relayState]);
  if (keyPem !== undefined) fields.push(['SigAlg', algorithm]);
  const query = fields
    .map(([name, value]) => `${name}=${encodeURIComponent(value!).replaceAll("'", '%27')}`)
    .join('&');
  if (keyPem === undefined) return query;
  const signature = signData(hashOf(algorithm), Buffer.from(query), keyPem).toString('base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}

/** The XML of a deflated field of an address. */
export function inflated(field: string): string {
  return inflateRawSync(Buffer.from(field, 'base64')).toString('utf8');
}

export function posted(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

export const base64 = (xml: string): string => Buffer.from(xml).toString('base64');
