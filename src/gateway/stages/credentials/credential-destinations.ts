import type { Configuration } from '../../../kernel/config/configuration.js';
import { HostList } from '../../../kernel/egress/destination/host-list.js';
import { authorityOf, type EvaluatedRequest } from '../../exchange/exchange.js';

/** Why a request goes out without the credentials its agent holds. */
export type Withheld = 'own_origin' | 'plain_http';

/**
 * Where a credential may be sent. Not to the deployment's own origins, which are open to every agent (06 §8.4), and
 * over plain HTTP only to what the operator listed by name or address (R27): anybody on the way could read it, and
 * whoever answers for the name there has proved nothing. A name counts as a name; what it happens to resolve to is
 * the word of a name server.
 */
export class CredentialDestinations {
  private readonly own: ReadonlySet<string>;
  private readonly listed: HostList;

  constructor({ apiUrl, appUrl, gateway }: Pick<Configuration, 'apiUrl' | 'appUrl' | 'gateway'>) {
    this.own = new Set([apiUrl, appUrl].map((url) => new URL(url).origin));
    this.listed = new HostList(gateway.allowedPrivateHosts);
  }

  /** Null where credentials may go. */
  withheldFrom({ scheme, host, port }: Pick<EvaluatedRequest, 'scheme' | 'host' | 'port'>): Withheld | null {
    if (this.own.has(`${scheme}://${authorityOf(scheme, host, port)}`)) return 'own_origin';
    return scheme === 'https' || this.listed.names(host, port) ? null : 'plain_http';
  }
}
