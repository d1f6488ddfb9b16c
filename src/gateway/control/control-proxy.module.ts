import type { ServerResponse } from 'node:http';
import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import { Configuration } from '../../kernel/config/configuration.js';
import { ControlModule } from './control.module.js';

/** Longer than the longest poll, 30 s (06 §15.4). */
const ANSWER_WITHIN_MS = 60_000;

const UNREACHABLE = JSON.stringify({
  error: { message: 'The gateway could not be reached.', type: 'api_error' },
});

/**
 * Takes the place of the gateway in an API process without that role: requests to its control endpoints are passed on,
 * as bytes, to the process that has it. Who may call is judged there; nothing is trusted on the way.
 */
@Module({ imports: [ControlModule] })
export class ControlProxyModule implements OnModuleInit {
  private readonly logger = new Logger(ControlProxyModule.name);

  constructor(
    private readonly configuration: Configuration,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const forward = this.proxy();
    const passing: FastifyPluginCallback = (fastify, _options, done) => {
      // Before the body is read: it stays in the socket for whoever it is meant for.
      fastify.addHook('preParsing', (request, reply, _payload, proceed) => {
        if (request.routeOptions.config.control) passOn(forward, request, reply);
        else proceed();
      });
      done();
    };
    // For all routes, and behind the hooks of plugins that were registered before.
    Object.assign(passing, { [Symbol.for('skip-override')]: true });
    void this.host.httpAdapter.getInstance<FastifyInstance>().register(passing);
  }

  private proxy(): RequestHandler {
    return createProxyMiddleware({
      target: this.target(),
      changeOrigin: true,
      proxyTimeout: ANSWER_WITHIN_MS,
      on: { error: (error, _request, response) => this.unreachable(error, response) },
    });
  }

  /** Without a public address of the gateway it is a neighbour on this machine. */
  private target(): string {
    const { gatewayApiUrl, gatewayPort } = this.configuration;
    return gatewayApiUrl ?? `http://localhost:${gatewayPort}`;
  }

  private unreachable(error: Error, response: ServerResponse | object): void {
    this.logger.error({ err: error }, 'the gateway could not be reached');
    if (!('writeHead' in response)) return;
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'content-type': 'application/json' }).end(UNREACHABLE);
  }
}

/** Headers that hooks have set already, CORS among them, go out unless the gateway says otherwise. */
function passOn(forward: RequestHandler, request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.hijack();
  void forward(request.raw, reply.raw);
}
