import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { ClientAddress } from '../access/client-address.js';

/**
 * Says once that requests come through a proxy of this network which `TRUST_PROXY` does not name (R67): all its clients
 * count as one address then, and nothing else tells the operator why limits strike so soon.
 */
export function tellOfUntrustedProxy(
  fastify: FastifyInstance,
  addresses: Pick<ClientAddress, 'untrustedProxyOf'>,
  log = new Logger('Proxies'),
): void {
  let told = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const address = told ? null : addresses.untrustedProxyOf(request);
    if (address !== null) {
      told = true;
      const detail =
        'All clients of this proxy share one address. If the proxy is yours, add its address to TRUST_PROXY';
      log.warn({ address, detail }, 'requests arrive through a proxy that is not in TRUST_PROXY');
    }
    done();
  });
}
