import type { Configuration } from '../../kernel/config/configuration.js';
import { authorityOf, type JudgedRequest } from '../exchange.js';

/** The deployment's own origins are open to every agent, so no credential may go there (06 §8.4). */
export class OwnOrigins {
  private readonly origins: ReadonlySet<string>;

  constructor({ apiUrl, appUrl }: Pick<Configuration, 'apiUrl' | 'appUrl'>) {
    this.origins = new Set([apiUrl, appUrl].map((url) => new URL(url).origin));
  }

  include({ scheme, host, port }: Pick<JudgedRequest, 'scheme' | 'host' | 'port'>): boolean {
    return this.origins.has(`${scheme}://${authorityOf(scheme, host, port)}`);
  }
}
