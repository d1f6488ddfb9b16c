import { Injectable } from '@nestjs/common';
import {
  BadArguments,
  HTTP_REQUEST_PARAMETERS,
  readRequest,
  type ToolRequest,
} from '../../../../domain/agents/turns/request-arguments.js';
import { type ReceivedAnswer, shownAnswer } from '../../../../domain/agents/turns/shown-answer.js';
import { GatewayUnreachable } from '../../models/model-send.js';
import { AgentTraffic } from '../traffic/agent-traffic.js';
import { Patience, TookTooLong } from '../traffic/patience.js';
import { readAnswer } from './answer-body.js';
import { ModelPlaces } from './model-places.js';
import { type ExecutorTool, toolError, type ToolOutput, type ToolRun } from './executor-tool.js';

const MS = 1_000;
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const BAD_GATEWAY = 502;
const RESTARTING_STATUS = 503;
const RESTARTING = 'gateway_restarting';
const FIRST_FAILURE = 400;

/** Calls to the world, as the agent: what may be called and with which credentials is the gateway's business (04 §11.4.1). */
@Injectable()
export class HttpRequestTool implements ExecutorTool {
  readonly definition = {
    name: 'http_request',
    description:
      'Sends an HTTP request through the gateway, which adds the credentials of the service: send none yourself. Redirects ' +
      'are not followed. Refusals of the gateway say what a person has to do.',
    parameters: HTTP_REQUEST_PARAMETERS,
  };

  constructor(
    private readonly traffic: AgentTraffic,
    private readonly places: ModelPlaces,
  ) {}

  async call(run: ToolRun, args: unknown): Promise<ToolOutput> {
    let request: ToolRequest;
    try {
      request = readRequest(args);
    } catch (error) {
      if (error instanceof BadArguments) return toolError(error.message);
      throw error;
    }
    if (this.places.areForModelsOnly(request.url))
      return toolError('This address is there for models, not for requests of agents');
    const patience = new Patience(request.timeoutSeconds * MS);
    try {
      let answer = await this.send(run, request, patience);
      // Nothing else is ever repeated by itself (04 §11.4.2).
      if (REPEATABLE.has(request.method) && wasGatewayTrouble(answer))
        answer = await this.send(run, request, patience);
      const shown = shownAnswer(answer);
      return { content: JSON.stringify(shown), isError: false, failed: shown.status >= FIRST_FAILURE };
    } catch (error) {
      run.signal.throwIfAborted();
      return toolError(reasonOf(patience.signal.aborted ? patience.signal.reason : error));
    } finally {
      patience.pause();
    }
  }

  private async send(run: ToolRun, request: ToolRequest, patience: Patience): Promise<ReceivedAnswer> {
    const { method, url, headers, body } = request;
    const signal = AbortSignal.any([run.signal, patience.signal]);
    const answer = await this.traffic.send(
      run,
      {
        method,
        url,
        headers: { 'user-agent': 'credential-gateway-agent', ...headers, 'accept-encoding': 'identity' },
        body,
      },
      {
        signal,
        onHeld: (approval) => {
          patience.pause();
          const over = run.onHeld(approval);
          return () => {
            patience.renew();
            over();
          };
        },
      },
    );
    return { status: answer.status, headers: answer.headers, ...(await readAnswer(method, answer)) };
  }
}

function wasGatewayTrouble({ status, bytes }: ReceivedAnswer): boolean {
  if (status === BAD_GATEWAY) return true;
  if (status !== RESTARTING_STATUS) return false;
  return Buffer.from(bytes).includes(`"${RESTARTING}"`);
}

function reasonOf(error: unknown): string {
  if (error instanceof TookTooLong)
    return `There was ${error.message}. Whether it had an effect is not known.`;
  if (error instanceof GatewayUnreachable) return 'The gateway could not be reached. Nothing was sent.';
  return 'The connection broke before the answer was complete. Whether the request had an effect is not known.';
}
