import type { LookupFunction } from 'node:net';
import { buildConnector, EnvHttpProxyAgent } from 'undici';
import {
  type Destination,
  DestinationGuard,
  DestinationRefused,
  type ResolvedAddress,
} from './destination/destination-guard.js';
import { currentAsker } from '../logging/request-context.js';
import { LOOKUPS } from './lookup-turns.js';

/** Which look-ups wait for each other: those with the same text. */
export type TurnOf = (destination: Destination) => string;

/**
 * The way out to hosts that outsiders may have chosen: what is closed to agents (06 §8) is closed here too. A direct
 * connection goes to an address that was just checked, so a name that changes its mind finds no second look-up.
 */
export class GuardedEgress {
  readonly dispatcher: EnvHttpProxyAgent;

  constructor(
    private readonly guard: DestinationGuard,
    egress: EnvHttpProxyAgent.Options,
    private readonly turnOf: TurnOf,
  ) {
    const tls = egress.requestTls ?? {};
    this.dispatcher = new EnvHttpProxyAgent({ ...egress, connect: this.pinning(tls) });
  }

  /**
   * To be asked before every call: an egress proxy may resolve a name that nobody resolves here (06 §8.7). Throws
   * `DestinationRefused`, or the reason of the signal.
   */
  judge(url: URL, signal: AbortSignal): Promise<void> {
    const judged = this.resolve(destinationOf(url), signal).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof DestinationRefused || signal.aborted) throw error;
      },
    );
    return unlessAborted(judged, signal);
  }

  async destroy(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private resolve(destination: Destination, signal?: AbortSignal): Promise<ResolvedAddress[]> {
    const look = (): Promise<ResolvedAddress[]> => {
      signal?.throwIfAborted();
      return this.guard.resolve(destination);
    };
    return LOOKUPS.take(currentAsker(), look, this.turnOf(destination));
  }

  /** A connector for direct connections: TCP goes to a checked address, TLS and `Host` keep the name. */
  private pinning(tls: object): buildConnector.connector {
    return (options, callback) => {
      const destination = destinationOf(new URL(`${options.protocol}//${options.hostname}:${options.port}`));
      this.resolve(destination).then(
        (addresses) => buildConnector({ ...tls, lookup: answering(addresses) })(options, callback),
        (error: Error) => callback(error, null),
      );
    };
  }
}

/** A look-up cannot be called off, but nobody has to wait for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

/** A dot at the end makes the same name another text, which no list has. */
function destinationOf({ protocol, hostname, port }: URL): Destination {
  const scheme = protocol === 'http:' ? 'http' : 'https';
  const host = hostname.replace(/\.$/, '');
  return { scheme, host, port: Number(port) || (scheme === 'https' ? 443 : 80) };
}

function answering(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}
