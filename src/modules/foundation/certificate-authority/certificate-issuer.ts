import 'reflect-metadata';
import {
  createPrivateKey,
  createPublicKey,
  KeyObject,
  webcrypto,
  X509Certificate as NodeCertificate,
} from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { isIP } from 'node:net';

/**
 * The certificates of contract 06 §7: creation of our own authority, acceptance of a supplied one and
 * issuing of leaves. Nothing here reads files, rows or settings.
 */
x509.cryptoProvider.set(webcrypto);

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const AUTHORITY_DAYS = 3650;
const MINIMUM_RSA_BITS = 2048;
/** X.520 ub-common-name: a longer name is left out of the subject and stays in the SAN. */
const MAXIMUM_COMMON_NAME = 64;
/** Clocks of agents in containers lag; a leaf is valid a little before it was made. */
const BACKDATING = 5 * 60 * SECOND;

export interface CertificatePair {
  certificatePem: string;
  keyPem: string;
}

export interface LeafCertificate {
  /** Leaf followed by the authority, as the TLS server sends them. */
  chainPem: string;
  keyPem: string;
  expiresAt: number;
}

export class CertificateAuthorityError extends Error {}

/** Creates the self-signed authority of 06 §7.3. */
export async function generateAuthority(now = Date.now()): Promise<CertificatePair> {
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: [{ CN: ['Credential Gateway Local CA'] }, { O: ['Credential Gateway'] }],
    notBefore: new Date(now - BACKDATING),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY),
    signingAlgorithm: EC,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificatePem: asPem(certificate.toString('pem')),
    keyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A checked authority that signs leaves. Build it with `openAuthority`. */
export class CertificateIssuer {
  constructor(
    readonly certificatePem: string,
    private readonly certificate: x509.X509Certificate,
    private readonly signingKey: webcrypto.CryptoKey,
    private readonly signingAlgorithm: webcrypto.Algorithm | webcrypto.EcdsaParams,
    private readonly authorityKeyIdentifier: x509.AuthorityKeyIdentifierExtension,
  ) {}

  /** Issues a 24 h leaf for one DNS name or IP address (06 §7.5). */
  async issueLeaf(host: string, now = Date.now()): Promise<LeafCertificate> {
    const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
    const expiresAt = Math.min(now + DAY, this.certificate.notAfter.getTime());
    const named = host.length <= MAXIMUM_COMMON_NAME;
    const leaf = await x509.X509CertificateGenerator.create({
      serialNumber: randomSerial(),
      subject: new x509.Name(named ? [{ CN: [host] }] : []),
      issuer: this.certificate.subjectName,
      notBefore: new Date(now - BACKDATING),
      notAfter: new Date(expiresAt),
      publicKey: keys.publicKey,
      signingKey: this.signingKey,
      signingAlgorithm: this.signingAlgorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        // RFC 5280 §4.2.1.6: critical when the subject is empty.
        new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }], !named),
        this.authorityKeyIdentifier,
      ],
    });
    return {
      chainPem: asPem(leaf.toString('pem')) + this.certificatePem,
      keyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
      expiresAt,
    };
  }
}

/**
 * Checks a pair and makes it usable: RSA of at least 2048 bits or ECDSA, a CA certificate, and the key
 * that belongs to it (06 §7.4). Throws `CertificateAuthorityError` with what is wrong, never key material.
 */
export async function openAuthority(pair: CertificatePair): Promise<CertificateIssuer> {
  const parsed = parseCertificate(pair.certificatePem);
  const key = parseKey(pair.keyPem);
  if (!parsed.ca) throw new CertificateAuthorityError('The certificate is not a certificate authority');
  if (!samePublicKey(parsed, key))
    throw new CertificateAuthorityError('The key does not match the certificate');
  const certificate = new x509.X509Certificate(new Uint8Array(parsed.raw));
  const usages = certificate.getExtension(x509.KeyUsagesExtension)?.usages;
  if (usages !== undefined && (usages & x509.KeyUsageFlags.keyCertSign) === 0) {
    throw new CertificateAuthorityError('The certificate may not sign certificates');
  }
  const { importAs, signWith } = algorithmsOf(key);
  const signingKey = key.toCryptoKey(importAs, false, ['sign']);
  return new CertificateIssuer(
    asPem(pair.certificatePem),
    certificate,
    signingKey,
    signWith,
    await keyIdentifierOf(certificate),
  );
}

function parseCertificate(pem: string): NodeCertificate {
  try {
    return new NodeCertificate(pem);
  } catch (cause) {
    throw new CertificateAuthorityError('The certificate is not PEM', { cause });
  }
}

function parseKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The cause may quote its input; it is dropped on purpose.
    throw new CertificateAuthorityError('The key is not an unencrypted PEM private key');
  }
}

function samePublicKey(certificate: NodeCertificate, key: KeyObject): boolean {
  return createPublicKey(key).equals(certificate.publicKey);
}

function algorithmsOf(key: KeyObject): {
  importAs: webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams;
  signWith: webcrypto.Algorithm | webcrypto.EcdsaParams;
} {
  const details = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' && (details.modulusLength ?? 0) >= MINIMUM_RSA_BITS) {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { importAs: algorithm, signWith: algorithm };
  }
  const curve = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }[details.namedCurve ?? ''];
  if (key.asymmetricKeyType === 'ec' && curve) {
    return { importAs: { name: 'ECDSA', namedCurve: curve }, signWith: { name: 'ECDSA', hash: 'SHA-256' } };
  }
  throw new CertificateAuthorityError('The key must be RSA of at least 2048 bits or ECDSA');
}

async function keyIdentifierOf(
  authority: x509.X509Certificate,
): Promise<x509.AuthorityKeyIdentifierExtension> {
  const own = authority.getExtension(x509.SubjectKeyIdentifierExtension);
  if (own) return new x509.AuthorityKeyIdentifierExtension(own.keyId);
  return x509.AuthorityKeyIdentifierExtension.create(authority.publicKey);
}

/** 127 random bits, first bit clear: RFC 5280 wants a positive integer of at most 20 bytes. */
function randomSerial(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

function asPem(text: string): string {
  return text.trimEnd() + '\n';
}
