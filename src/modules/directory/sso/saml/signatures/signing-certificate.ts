import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

export interface SigningPair {
  certificatePem: string;
  keyPem: string;
}

/** What every identity provider can verify (05 §8.6 rule 6). */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
const SERIAL_BYTES = 16;
/** Administrators paste it once. SAML trusts the key and not its dates, and some products show them. */
const YEARS = 20;

/** A key pair that signs SAML messages, with the certificate metadata carries it in. */
export async function newSigningPair(): Promise<SigningPair> {
  x509.cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notBefore.getUTCFullYear() + YEARS);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: positiveSerial(),
    name: [{ CN: ['Credential Gateway single sign-on'] }, { O: ['Credential Gateway'] }],
    notBefore,
    notAfter,
    signingAlgorithm: RSA,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  return {
    certificatePem: certificate.toString('pem'),
    keyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** RFC 5280 §4.1.2.2: positive, at most 20 bytes. */
function positiveSerial(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}
