import { Injectable } from '@nestjs/common';
import type { Injection, Slot } from '../../domain/injection/model.js';
import type { AccessibleConnection } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { JudgedRequest } from '../exchange.js';

/**
 * What the credential of a connection writes into a request (03 §12.2). A port, because a token may have to be
 * refreshed, minted or scoped first; an empty answer means that the connection has nothing for this request.
 */
export abstract class ConnectionCredentials {
  abstract injectionsFor(
    connection: AccessibleConnection,
    request: Pick<JudgedRequest, 'host' | 'path'>,
  ): Promise<readonly Injection[]>;

  /** The slots `injectionsFor` would write, answered without a credential and without asking anybody. */
  abstract slotsFor(
    connection: AccessibleConnection,
    request: Pick<JudgedRequest, 'host' | 'path'>,
  ): readonly Slot[];
}

/** Writes nothing: the requests of every connection go out without a credential, and what limits it has nothing to limit. */
@Injectable()
export class NoConnectionCredentials extends ConnectionCredentials {
  override injectionsFor(): Promise<readonly Injection[]> {
    return Promise.resolve([]);
  }

  override slotsFor(): readonly Slot[] {
    return [];
  }
}
