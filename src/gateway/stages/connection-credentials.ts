import { Injectable } from '@nestjs/common';
import type { Injection } from '../../domain/injection/model.js';
import type { AccessibleConnection } from '../../modules/agent-access/agent-access.js';
import type { Exchange } from '../exchange.js';

/**
 * What the credential of a connection writes into a request (03 §12.2). A port, because a token may have to be
 * refreshed, minted or scoped first; an empty answer means that the connection has nothing for this request.
 */
export abstract class ConnectionCredentials {
  abstract injectionsFor(
    connection: AccessibleConnection,
    exchange: Pick<Exchange, 'host' | 'path'>,
  ): Promise<readonly Injection[]>;
}

/** Apps cannot be connected yet, so no connection has a credential and its requests go out without one. */
@Injectable()
export class NoConnectionCredentials extends ConnectionCredentials {
  override injectionsFor(): Promise<readonly Injection[]> {
    return Promise.resolve([]);
  }
}
