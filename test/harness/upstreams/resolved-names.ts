import { GatewayListener } from '../../../src/gateway/server/gateway-listener.js';
import type { NameLookup } from '../../../src/kernel/egress/destination/destination-guard.js';
import type { TestServer } from '../server/server.js';

/** Puts the name server of an attacker under the gateway: each look-up of a name asks for its addresses again. */
export function answeringNames(server: Pick<TestServer, 'app'>): Map<string, () => string[]> {
  const names = new Map<string, () => string[]>();
  const gateway: object = Reflect.get(server.app.get(GatewayListener, { strict: false }), 'gateway');
  const guard: object = Reflect.get(gateway, 'guard');
  const lookup: NameLookup = (name) => {
    const addresses = names.get(name)?.() ?? [];
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  Object.assign(guard, { lookup });
  return names;
}
