import { namesTheClient } from '../../../kernel/access/client/client-fields.js';
import { destinationOf, type Exchange } from '../../exchange/exchange.js';
import { HeaderList } from '../../exchange/headers.js';
import type { Connector } from './connector.js';

/**
 * What an agent says about who the client is, kept from the deployment's own API (R31): that believes its proxies,
 * and the gateway may well stand in their networks. Elsewhere such fields are the agent's affair (06 §9.5). Asked
 * after injection, because people choose the names of the fields that are injected.
 */
export class ClientIdentity {
  constructor(private readonly connector: Pick<Connector, 'mayLeadHome'>) {}

  /** Null when there is nothing to ask; the fields are gone or the connection is bound elsewhere once it settles. */
  settle(exchange: Exchange): Promise<void> | null {
    return exchange.outbound.headers.some(isClientField) ? this.ask(exchange) : null;
  }

  private async ask(exchange: Exchange): Promise<void> {
    if (!(await this.connector.mayLeadHome(destinationOf(exchange)))) exchange.outbound.notHome = true;
    else new HeaderList(exchange.outbound.headers).removeWhere(namesTheClient);
  }
}

/** Of a flat list: names stand at even places. */
function isClientField(text: string, at: number): boolean {
  return at % 2 === 0 && namesTheClient(text);
}
