import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for the operator's sign-in service of a Cloud deployment (01 §3.4). */
export interface SessionIssuer {
  /** Settings that make a server trust this issuer. */
  settings: Record<string, string>;
  /** A session token with these claims, valid for five minutes. */
  token(claims: Record<string, unknown>): string;
  close(): Promise<void>;
}

const ISSUER = 'https://issuer.test/';
const LIFETIME_SECONDS = 300;

export async function startSessionIssuer(): Promise<SessionIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      EDITION: 'cloud',
      SESSION_JWT_ISSUER: ISSUER,
      SESSION_JWT_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
    },
    token: (claims) => {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: ISSUER, iat: now, exp: now + LIFETIME_SECONDS, ...claims };
      const signed = `${part({ alg: 'RS256', kid: 'test', typ: 'JWT' })}.${part(payload)}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
