/** The processes every load bench needs: upstream, bare forwarder, the gateway, generator; and the ways through them. */
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { SECRET, startDeployment } from './deployment.mjs';
import { startWorker } from './worker.mjs';

const HOST = 'localhost';

/**
 * Starts everything on loopback. `stop` ends every process and removes the data directory. `beside` starts what the server
 * needs certificates of the upstream's authority for, and answers its settings.
 */
export async function startStand(dist, { beside, ...options } = {}) {
  const started = [];
  const stop = async () => {
    for (const part of started.toReversed()) await part.stop();
  };
  process.once('SIGINT', () => void stop().finally(() => process.exit(130)));
  const keep = (part) => {
    started.push(part);
    return part;
  };
  try {
    const { caPem, leaves, issueLeaf } = await certificates(dist);
    const further = beside === undefined ? { environment: {} } : keep(await beside(issueLeaf));
    const environment = { ...options.environment, ...further.environment };
    const upstream = keep(await startWorker('upstream.mjs', leaves[0]));
    const bare = keep(await startWorker('bare-forwarder.mjs', { ...leaves[1], ca: caPem }));
    const gateway = keep(await startDeployment(dist, upstream, caPem, { ...options, environment }));
    const generator = keep(await startWorker('generator.mjs'));
    const stand = {
      upstream,
      bare,
      gateway,
      generator,
      stop,
      routes: routesOf(upstream, bare, gateway, caPem),
    };
    await proveInjection(stand);
    return stand;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An authority and two leaves for the upstream's name: the upstream's own and the bare forwarder's. */
async function certificates(dist) {
  const file = join(resolve(dist), 'src/modules/foundation/certificate-authority/certificate-issuer.js');
  const { generateAuthority, openAuthority } = await import(pathToFileURL(file));
  const authority = await openAuthority(await generateAuthority());
  const leaves = [await authority.issueLeaf(HOST), await authority.issueLeaf(HOST)];
  return {
    caPem: authority.certificatePem,
    issueLeaf: (name) => authority.issueLeaf(name),
    leaves: leaves.map(({ chainPem, keyPem }) => ({ cert: chainPem, key: keyPem })),
  };
}

function routesOf(upstream, bare, gateway, caPem) {
  const secure = { host: HOST, port: upstream.tlsPort, secure: true };
  const plain = { host: HOST, port: upstream.plainPort, secure: false };
  const { authorization } = gateway;
  return {
    tunnel: {
      direct: { ...secure, ca: caPem },
      bare: { ...secure, proxyPort: bare.port, ca: caPem },
      gateway: { ...secure, proxyPort: gateway.port, ca: gateway.caPem, authorization },
    },
    absolute: {
      direct: plain,
      bare: { ...plain, proxyPort: bare.port },
      gateway: { ...plain, proxyPort: gateway.port, authorization },
    },
  };
}

/** What is measured must be the whole job: the upstream has to see the secret in both modes. */
async function proveInjection({ generator, routes }) {
  for (const { gateway: route } of Object.values(routes)) {
    const { text } = await generator.ask({ kind: 'once', route, path: '/echo' });
    if (!text.includes(SECRET)) throw new Error(`the upstream did not see the secret: ${text}`);
  }
}
