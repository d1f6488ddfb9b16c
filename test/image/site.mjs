import { webcrypto } from 'node:crypto';
import { createServer } from 'node:https';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** A site of that name on loopback, with a certificate of its own making; it keeps what it is asked and answers with it. */
export async function startSite(name, port) {
  const seen = [];
  const { key, certificate } = await selfSigned(name);
  const server = createServer({ key, cert: certificate }, ({ method, url, headers }, response) => {
    seen.push({ method, url, headers });
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ method, url }));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    seen,
    certificate,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function selfSigned(name) {
  x509.cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
    certificate: certificate.toString('pem'),
  };
}
