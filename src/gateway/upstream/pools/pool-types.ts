import type { ConnectionLimits } from '../channels/upstream-types.js';
import type { DispatchQueue } from './dispatch-queue.js';

/** What all pools have in common. */
export interface PoolDependencies {
  readonly limits: ConnectionLimits;
  readonly departures: DispatchQueue;
  readonly mostConnections: number;
}
