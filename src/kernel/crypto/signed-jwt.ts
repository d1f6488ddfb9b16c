import { createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** The text is for people and quotes nothing of the key. */
export class UnusableKeyError extends Error {
  override readonly name = 'UnusableKeyError';
}

/** A JWT signed with RS256 (RFC 7515), as GitHub Apps and Google service accounts prove themselves. */
export function signedJwt(claims: Readonly<Record<string, string | number>>, privateKeyPem: string): string {
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), rsaKey(privateKeyPem)).toString('base64url')}`;
}

/** Files and forms write the line breaks of a key in several ways. */
function rsaKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n').trim());
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Not repeated: its text may quote the key.
  }
  throw new UnusableKeyError('The private key is not an RSA key in PEM.');
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
