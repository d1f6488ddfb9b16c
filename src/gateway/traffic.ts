/**
 * Bytes of bodies, and of what followed a 101, that passed this process (06 §18.2); heads and the gateway's own answers
 * are none. One plain object for all exchanges, added to where bytes are passed on: what lasts for days shows while it
 * lasts, and counting costs an addition.
 */
export class Traffic {
  /** From agents. */
  received = 0;
  /** To agents. */
  sent = 0;
}
