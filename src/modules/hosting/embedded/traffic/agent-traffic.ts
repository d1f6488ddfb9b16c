import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../../kernel/config/configuration.js';
import {
  MODEL_CALL_FIELD,
  type MarkedCall,
  ModelCallMarks,
} from '../../../../kernel/crypto/model-call-marks.js';
import { sha256 } from '../../../../kernel/crypto/tokens.js';
import { Database } from '../../../../kernel/database/database.js';
import type { WorkspaceScope } from '../../../../kernel/database/scope.js';
import { destinationOfUrl } from '../../../../kernel/egress/destination/url-destination.js';
import { AgentTokens } from '../../../policy/agents/agent-tokens.js';
import { HostedAgents } from '../../../policy/agents/hosted-agents.js';
import { GatewayConnections } from './gateway-connections.js';
import { HoldWatch, type OnHeld } from './hold-watch.js';
import { TookTooLong } from './patience.js';
import { RefusedTunnel } from './refused-tunnel.js';

export interface TrafficAgent {
  readonly scope: WorkspaceScope;
  readonly agentId: string;
}

export interface AgentRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names; those of the connection are made here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** A question to a model, which the gateway may let go where nothing else may (04 §11.2.3). */
  readonly modelCall?: boolean;
}

export interface AgentAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Read once; whoever leaves it closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface SendOptions {
  /** Ends the request and whatever of its answer is read, and withdraws an approval that was asked for. */
  readonly signal: AbortSignal;
  /** The gateway asks a person; nothing comes before that is decided. */
  readonly onHeld: OnHeld;
}

/** By which the approval of a request is found (06 §3.2). */
const TAG = 'x-onecli-request-tag';
/** Beyond the time a person has (04 §11.4.3). */
const HOLD_SLACK_MS = 15_000;

/**
 * Requests of hosted agents: to the gateway's port, with the agent's own token, like those of any agent, so that policy,
 * approvals, injection, limits and the log are the gateway's (04 §11.2). Nothing here reads a credential but that token.
 */
@Injectable()
export class AgentTraffic {
  private readonly longestHoldMs: number;

  constructor(
    { approvalTimeoutSecs }: Configuration,
    private readonly db: Database,
    private readonly hosted: HostedAgents,
    private readonly tokens: AgentTokens,
    private readonly connections: GatewayConnections,
    private readonly holds: HoldWatch,
    private readonly marks: ModelCallMarks,
  ) {
    this.longestHoldMs = approvalTimeoutSecs * 1_000 + HOLD_SLACK_MS;
  }

  /**
   * The answer of the upstream, or of the gateway; rejects when there is none.
   *
   * @throws GatewayUnreachable
   */
  async send(
    agent: TrafficAgent,
    request: AgentRequest,
    { signal, onHeld }: SendOptions,
  ): Promise<AgentAnswer> {
    const { scope, agentId } = agent;
    const tag = randomUUID();
    const overdue = new AbortController();
    const stopWatching = this.holds.watch({ scope, agentId, tag }, (approval) => {
      const over = onHeld(approval);
      const timer = setTimeout(() => overdue.abort(new TookTooLong(this.longestHoldMs)), this.longestHoldMs);
      return () => {
        clearTimeout(timer);
        over();
      };
    });
    try {
      return await this.ask(agent, request, tag, AbortSignal.any([signal, overdue.signal]));
    } catch (error) {
      if (!(error instanceof RefusedTunnel)) throw error;
      return { status: error.status, headers: error.headers, body: onlyOne(error.body) };
    } finally {
      stopWatching();
    }
  }

  private async ask(
    { scope, agentId }: TrafficAgent,
    { method, url, headers, body, modelCall = false }: AgentRequest,
    tag: string,
    signal: AbortSignal,
  ): Promise<AgentAnswer> {
    // Read for each request: a token that was replaced works from the next one on.
    const token = this.tokens.of(await this.hosted.get(this.db, scope, agentId));
    const fields = {
      ...headers,
      [TAG]: tag,
      ...(modelCall && { [MODEL_CALL_FIELD]: this.marks.make(markedCall(method, url, token)) }),
    };
    const asking = await this.connections.request(method, url, fields, token, signal);
    const answered = once(asking, 'response', { signal }) as Promise<[IncomingMessage]>;
    asking.end(body);
    const [answer] = await answered;
    // A body that is given up reports that as an error, which would end the process if nobody listened.
    answer.on('error', () => undefined);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
  }
}

/** As the gateway reads it. */
function markedCall(method: string, url: URL, token: string): MarkedCall {
  const target = `${url.pathname}${url.search}`;
  return { tokenHash: sha256(token), method, ...destinationOfUrl(url), target };
}

async function* onlyOne(bytes: Buffer): AsyncGenerator<Uint8Array, void, void> {
  yield await Promise.resolve(bytes);
}
