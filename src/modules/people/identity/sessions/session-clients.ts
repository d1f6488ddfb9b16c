import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ClientAddress } from '../../../../kernel/access/client/client-address.js';
import { OwnNames } from '../../../../kernel/access/client/own-names.js';
import type { SessionClient } from './sessions.service.js';

/** What is kept and judged of a request that may open a session. */
@Injectable()
export class SessionClients {
  constructor(
    private readonly addresses: ClientAddress,
    private readonly names: OwnNames,
  ) {}

  of(request: FastifyRequest): SessionClient {
    return {
      ipAddress: this.addresses.of(request),
      userAgent: request.headers['user-agent'] ?? null,
      byOwnName: this.names.isNamedBy(request),
      isLocal: this.addresses.isLocal(request),
    };
  }
}
