import type { ClientRequest, ServerResponse } from 'node:http';
import type { Agent as TlsAgent } from 'node:https';
import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestHandler } from 'http-proxy-middleware';
import { Configuration } from '../../kernel/config/configuration.js';
import { isLongPoll } from '../../kernel/http/long-poll.decorator.js';
import { Drain } from '../../kernel/process/drain.js';
import { localAuthority } from '../../kernel/ops/health-targets.js';
import { ControlModule } from './control.module.js';
import { NeighbourAgent } from '../../kernel/egress/neighbour-certificate.js';

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
  /** Polls that the gateway holds, by the answers their callers wait for. */
  private readonly polls = new Map<ServerResponse, ClientRequest | null>();

  constructor(
    private readonly configuration: Configuration,
    private readonly host: HttpAdapterHost,
    drain: Drain,
  ) {
    drain.signal.addEventListener('abort', () => this.answerPolls());
  }

  async onModuleInit(): Promise<void> {
    const forward = await this.proxy();
    const passing: FastifyPluginCallback = (fastify, _options, done) => {
      // Before the body is read: it stays in the socket for whoever it is meant for.
      fastify.addHook('preParsing', (request, reply, _payload, proceed) => {
        if (!request.routeOptions.config.control) return proceed();
        if (isLongPoll(request)) this.follow(reply.raw);
        passOn(forward, request, reply);
      });
      done();
    };
    // For all routes, and behind the hooks of plugins that were registered before.
    Object.assign(passing, { [Symbol.for('skip-override')]: true });
    void this.host.httpAdapter.getInstance<FastifyInstance>().register(passing);
  }

  private async proxy(): Promise<RequestHandler> {
    const { createProxyMiddleware } = await import('http-proxy-middleware');
    return createProxyMiddleware({
      ...this.target(),
      changeOrigin: true,
      proxyTimeout: ANSWER_WITHIN_MS,
      on: {
        proxyReq: (asked, _request, response) => {
          if (this.polls.has(response)) this.polls.set(response, asked);
        },
        error: (error, _request, response) => this.unreachable(error, response),
      },
    });
  }

  private follow(response: ServerResponse): void {
    this.polls.set(response, null);
    response.once('close', () => this.polls.delete(response));
  }

  /** The gateway goes on; this process does not wait for it (06 §18.3c). */
  private answerPolls(): void {
    const nothing = JSON.stringify({ requests: [], timeoutSeconds: this.configuration.approvalTimeoutSecs });
    for (const [response, asked] of this.polls) {
      if (response.headersSent) continue;
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
      response.end(nothing);
      asked?.destroy();
    }
  }

  /** Without a public address of the gateway it is a neighbour on this machine, set up as this process is. */
  private target(): { target: string; agent?: TlsAgent } {
    const { gatewayApiUrl, gatewayBind, gatewayPort, gateway } = this.configuration;
    if (gatewayApiUrl !== null) return { target: gatewayApiUrl };
    const authority = localAuthority(gatewayBind, gatewayPort);
    if (gateway.tlsCert === null) return { target: `http://${authority}` };
    return {
      target: `https://${authority}`,
      agent: new NeighbourAgent(gateway.tlsCert, () => this.configuration.portCertificate()),
    };
  }

  private unreachable(error: Error, response: ServerResponse | object): void {
    if (!('writeHead' in response) || response.writableEnded) return;
    this.logger.error({ err: error }, 'gateway could not be reached');
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
