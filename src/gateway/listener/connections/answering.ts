import type { HttpConnections } from '../../../kernel/http/connections/http-connections.js';
import type { ConnectionAuthCache } from '../../exchange/connection-auth-cache.js';
import type { ListenerDrain, OpenConnections, Watched } from './open-connections.js';
import type { AnswerChannel, HttpAnswer } from '../messages/http-answer.js';
import type { HttpRequest } from '../messages/requests.js';
import type { TunnelContext } from './tunnel.js';

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

/** A connection as those know it who answer its requests. */
export interface AnsweredConnection extends AnswerChannel {
  /** What every request on it inherits; null outside of tunnels. */
  readonly tunnel: TunnelContext | null;
  readonly takeover: Takeover | null;
  /** Null until a request asks for something outside of a tunnel. */
  lastSaid: ConnectionAuthCache | null;
  /** Somebody else writes the answer that is under way. */
  answerBy(answer: Answering): void;
  /** What followed a request that takes the connection over. */
  takeBehind(): Buffer | null;
}

/** What the connections of a port have in common. */
export interface ConnectionHost {
  readonly connections: HttpConnections;
  readonly open: Pick<OpenConnections<Watched>, 'add' | 'remove' | 'after'>;
  readonly drain: ListenerDrain;
  readonly headTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Asked for a CONNECT or an upgrade with nothing unanswered before it. */
  takeoverOf(connection: AnsweredConnection, request: HttpRequest): Takeover | null;
  answer(connection: AnsweredConnection, request: HttpRequest, answer: HttpAnswer): void | Promise<void>;
}
