import type { HttpConnections } from '../../kernel/http/connections/http-connections.js';
import type { AgentConnection } from './agent-connection.js';
import type { ListenerDrain } from './drain.js';
import type { HttpAnswer } from './http-answer.js';
import type { HttpRequest } from './http-request.js';
import type { OpenConnections } from './open-connections.js';

/** What a request that stands alone on its connection may turn it into. */
export type Takeover = 'connect' | 'upgrade';

/** An answer under way, whoever writes it. */
export interface Answering {
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  /** Says nothing more, because the connection has said its last. */
  abandon(): void;
  /** Everything has left, or the connection is gone. */
  close(finished: boolean): void;
  drained(): void;
}

/** What the connections of a port have in common. */
export interface ConnectionHost {
  readonly connections: HttpConnections;
  readonly open: OpenConnections<AgentConnection>;
  readonly drain: ListenerDrain;
  readonly headTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Asked for a CONNECT or an upgrade with nothing unanswered before it. */
  takeoverOf(connection: AgentConnection, request: HttpRequest): Takeover | null;
  answer(connection: AgentConnection, request: HttpRequest, answer: HttpAnswer): void | Promise<void>;
}
