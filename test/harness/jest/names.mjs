import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

const THIS_MACHINE = ['localhost', hostname().toLowerCase()];

/**
 * Names of tests exist nowhere, and asking the network for them takes as long as a resolver pleases: what is not this
 * machine is unknown at once, to everything in the process.
 */
export function keepNamesLocal() {
  const { lookup } = dns;
  const { lookup: ask } = dns.promises;
  dns.lookup = (name, ...rest) =>
    isHere(name) ? lookup(name, ...rest) : process.nextTick(rest.at(-1), unknown(name));
  dns.promises.lookup = (name, ...rest) =>
    isHere(name) ? ask(name, ...rest) : Promise.reject(unknown(name));
  syncBuiltinESMExports();
}

function isHere(name) {
  return THIS_MACHINE.includes(name.toLowerCase()) || isIP(name) !== 0;
}

function unknown(hostname) {
  const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
  return Object.assign(error, { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname });
}
