import type { ConnectionLimits } from './connection-terms.js';
import type { Departures } from './departures.js';

/** What all pools have in common. */
export interface PoolTerms {
  readonly limits: ConnectionLimits;
  readonly departures: Departures;
  readonly mostConnections: number;
}
