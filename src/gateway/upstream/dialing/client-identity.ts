import { namesTheClient, sayWhoTheClientIs } from '../../../kernel/access/client/client-fields.js';
import { destinationOf, type Exchange } from '../../exchange/exchange.js';
import { HeaderList } from '../../exchange/headers/headers.js';
import type { Step } from '../../exchange/progress.js';
import { dropTokenPlaceholder } from '../../exchange/forwarded-headers.js';
import type { Connector } from './connector.js';

/**
 * What an agent says about who the client is, kept from the deployment's own API (R31): that believes its proxies,
 * and the gateway may well stand in their networks. Elsewhere such fields are the agent's affair (06 §9.5). Asked
 * after injection, because people choose the names of the fields that are injected.
 */
export class ClientIdentity implements Step<Exchange> {
  readonly name = 'clientIdentity';

  constructor(private readonly connector: Pick<Connector, 'mayLeadHome'>) {}

  /** The fields are gone or the connection is bound elsewhere once it settles. */
  run(exchange: Exchange): Promise<null> | null {
    const { headers } = exchange.outbound;
    if (exchange.tokenHeader !== null) dropTokenPlaceholder(new HeaderList(headers), exchange.agentToken);
    return sayWhoTheClientIs(headers) ? this.ask(exchange) : null;
  }

  private async ask(exchange: Exchange): Promise<null> {
    if (!(await this.connector.mayLeadHome(destinationOf(exchange)))) exchange.outbound.notHome = true;
    else new HeaderList(exchange.outbound.headers).removeWhere(namesTheClient);
    return null;
  }
}
