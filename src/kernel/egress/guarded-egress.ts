import type { LookupFunction } from 'node:net';
import { buildConnector, EnvHttpProxyAgent } from 'undici';
import {
  type Destination,
  DestinationGuard,
  DestinationRefused,
  type ResolvedAddress,
} from './destination/destination-guard.js';
import { Turns } from '../scheduling/turns.js';

/** Each look-up of a name whose server is silent holds a thread, and outsiders may have chosen it (06 §8.2). */
const LOOKUPS_AT_ONCE = 2;

/** Which look-ups wait for each other: those with the same text. */
export type TurnOf = (destination: Destination) => string;

/**
 * The way out to hosts that outsiders may have chosen: what is closed to agents (06 §8) is closed here too. A direct
 * connection goes to an address that was just checked, so a name that changes its mind finds no second look-up.
 */
export class GuardedEgress {
  readonly dispatcher: EnvHttpProxyAgent;
  private readonly turns = new Turns(LOOKUPS_AT_ONCE);

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
    const look = () => this.guard.resolve(destination);
    return this.turns.run(this.turnOf(destination), look, () => signal?.aborted ?? false);
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
