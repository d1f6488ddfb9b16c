import { normalizeHostName } from '../../../domain/decision/matching/host.js';
import type { Destination } from './destination-guard.js';

/** Where a URL of `http` or `https` leads, in the spelling in which the gateway compares hosts (06 §8.1). */
export function destinationOfUrl({ protocol, hostname, port }: URL): Destination {
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const host = normalizeHostName(hostname) ?? hostname;
  return { scheme, host, port: Number(port) || (scheme === 'https' ? 443 : 80) };
}
