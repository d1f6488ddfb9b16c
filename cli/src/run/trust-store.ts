import { createHash, X509Certificate } from 'node:crypto';

/**
 * A trust store as every Java reads it (JKS, version 2: a count, then alias, time and certificate of each, then a digest).
 * Certificates are public, so the password that the digest is made with is none: Java is told none and checks none.
 */
const MAGIC = 0xfeedfeed;
const VERSION = 2;
const TRUSTED_CERTIFICATE = 2;
/** Part of the format. */
const SALT = 'Mighty Aphrodite';
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function trustStore(pem: string): Buffer {
  const certificates = [...pem.matchAll(PEM)].flatMap(([one]) => read(one));
  const entries = certificates.map((raw, at) =>
    Buffer.concat([
      int(TRUSTED_CERTIFICATE),
      text(`authority-${at}`),
      int(0),
      int(0),
      text('X.509'),
      bytes(raw),
    ]),
  );
  const content = Buffer.concat([int(MAGIC), int(VERSION), int(entries.length), ...entries]);
  return Buffer.concat([content, createHash('sha1').update(SALT).update(content).digest()]);
}

/** One of the system's that is broken is left out, as OpenSSL does. */
function read(pem: string): Buffer[] {
  try {
    return [new X509Certificate(pem).raw];
  } catch {
    return [];
  }
}

function int(value: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value);
  return four;
}

function text(value: string): Buffer {
  const content = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length);
  return Buffer.concat([length, content]);
}

function bytes(content: Buffer): Buffer {
  return Buffer.concat([int(content.length), content]);
}
