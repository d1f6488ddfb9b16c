import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicUrls } from '../../../kernel/http/public-urls.js';
import type { ScimMeta } from './scim-meta.js';

const CREATED = 201;

/** Where resources are, for clients behind whatever stands in front of this server (05 §10.2.2). */
@Injectable()
export class ResourceAddress {
  constructor(private readonly urls: PublicUrls) {}

  /** Without a trailing slash. */
  base(request: FastifyRequest): string {
    return `${this.urls.api(request)}/scim/v2`;
  }

  /** Says where the one resource of an answer is (RFC 7644 §3.1). */
  announce(reply: FastifyReply, { meta }: { meta: ScimMeta }): void {
    void reply.header('content-location', meta.location);
    if (reply.statusCode === CREATED) void reply.header('location', meta.location);
  }
}
