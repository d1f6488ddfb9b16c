import type { UpstreamConnection } from './upstream-connection.js';

/** Who waits for a connection. */
export interface ConnectionAsker {
  /** False once nothing is to be sent any more. */
  readonly wanted: boolean;
  /** Takes it with `send`, or gives it back with `free`. */
  onConnection(connection: UpstreamConnection): void;
  onFailure(error: Error, untouched: boolean): void;
}
