import type { ConnectionLimits } from './upstream-types.js';
import type { Departures } from './dispatch-queue.js';

/** What all pools have in common. */
export interface PoolTerms {
  readonly limits: ConnectionLimits;
  readonly departures: Departures;
  readonly mostConnections: number;
}
