import { IncomingMessage } from 'node:http';

/**
 * A request on a port that speaks nothing but HTTP: CONNECT and Upgrade are requests like others, in their turn (RFC
 * 9112 §9.3.2). Node would hand the socket to a listener the moment it reads such a head, also while earlier answers of
 * the same connection are under way.
 */
export class RequestMessage extends IncomingMessage {
  /** The parser drops what it read behind a head that asked for another protocol, so nothing may follow the answer. */
  declare connectionIsSpent: boolean | undefined;
  declare private takesOver: boolean | null;

  // Node's server asks and tells by this property: what its parser saw, then what `shouldUpgradeCallback` says.
  get upgrade(): boolean | null {
    return this.takesOver;
  }

  set upgrade(wanted: boolean | null) {
    this.connectionIsSpent = wanted === true;
    this.takesOver = wanted === null ? null : false;
  }
}
