import { SignJWT } from 'jose';
import { rsaPrivateKey } from '../../../kernel/crypto/rsa-private-key.js';

/** Clocks differ. */
const ISSUED_BEFORE_SECONDS = 60;
/** GitHub takes no `exp` further away. */
const LIFETIME_SECONDS = 600;

/** How a GitHub App proves itself. @throws UnusableKeyError */
export async function githubAppJwt(appId: string, privateKeyPem: string): Promise<string> {
  const key = rsaPrivateKey(privateKeyPem);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: appId, iat: now - ISSUED_BEFORE_SECONDS, exp: now + LIFETIME_SECONDS })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .sign(key);
}
