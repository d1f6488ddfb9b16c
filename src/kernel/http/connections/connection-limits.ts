import type { ClientAddress } from '../../access/client/client-address.js';
import type { Configuration } from '../../config/configuration.js';
import type { ConnectionLimits } from './http-connections.js';

/** What the operator set, for either port. */
export function connectionLimits(
  { maxConnectionsPerAddress }: Configuration,
  addresses: ClientAddress,
): ConnectionLimits {
  return {
    perAddress: maxConnectionsPerAddress,
    counted: (address) => addresses.countedPeer(address),
  };
}
