import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const PLACEHOLDER = /\{(\w+)\}/g;

/** Which endpoints this server has, for whatever tells people about them. Complete when the first request comes. */
@Injectable()
export class ServedCalls {
  constructor(private readonly adapter: HttpAdapterHost) {}

  /** `call` as the API description writes it: `GET /v1/agents/{agentId}`; a query string is not looked at. */
  has(call: string): boolean {
    const [method, target = ''] = call.split(' ');
    const url = target.split('?')[0]!.replaceAll(PLACEHOLDER, ':$1');
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    return fastify.hasRoute({ method: method as HTTPMethods, url });
  }
}
