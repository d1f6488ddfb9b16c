import { IncomingMessage } from 'node:http';

/**
 * A request that takes its connection over only while nothing else is to be said on it. Node hands the socket to the
 * `connect` or `upgrade` listener the moment it reads such a head, also while earlier answers of the same connection
 * are under way: two writers, and for the earlier one nobody who notices that the peer drains or goes. So what comes
 * behind an unanswered request is an ordinary request in its turn, whatever it asks for (RFC 9112 §9.3.2).
 */
export class RequestMessage extends IncomingMessage {
  /** The parser drops what it read behind a head that asked for another protocol, so nothing may follow the answer. */
  declare connectionIsSpent: boolean | undefined;
  declare private takesOver: boolean | null;

  protected mayTakeOver(): boolean {
    return (this.socket as { _httpMessage?: object | null })._httpMessage == null;
  }

  // Node's server asks and tells by this property: what its parser saw, then what `shouldUpgradeCallback` says.
  get upgrade(): boolean | null {
    return this.takesOver;
  }

  set upgrade(wanted: boolean | null) {
    const granted = wanted === true && this.mayTakeOver();
    this.connectionIsSpent = !granted && (wanted === true || this.takesOver === true);
    this.takesOver = wanted === null ? null : granted;
  }
}

/** For a port that speaks nothing but HTTP: CONNECT and Upgrade are requests like others. */
export class PlainRequestMessage extends RequestMessage {
  protected override mayTakeOver(): boolean {
    return false;
  }
}
