import type { UpstreamChannel } from '../channels/upstream-types.js';

/** Who waits for a connection. */
export interface ConnectionWaiter {
  /** False once nothing is to be sent any more. */
  readonly wanted: boolean;
  /** Takes it with `forward`, or gives it back with `free`. */
  onConnection(connection: UpstreamChannel): void;
  onFailure(error: Error, untouched: boolean): void;
}
