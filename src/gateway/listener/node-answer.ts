import { IncomingMessage, ServerResponse } from 'node:http';
import { UNREAD_MS } from '../../kernel/http/connections/turns.js';
import type { AnsweredConnection, Answering } from './connections/answering.js';
import type { HttpRequest } from './messages/requests.js';

/** What Node has for a message with these fields; its own parser is the usual caller. */
interface TakesHeaderLines {
  _addHeaderLines(flat: readonly string[], count: number): void;
}

/**
 * A request of the gateway's own origin as the application's framework knows requests: Node's objects without Node's
 * server. The body is not among them, whoever wants it asks `GatewayArrival`.
 */
export class NodeAnswer implements Answering {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;

  constructor(
    private readonly connection: AnsweredConnection,
    request: HttpRequest,
    shouldKeepAlive: boolean,
  ) {
    const { socket } = connection;
    this.message = messageOf(request, connection);
    this.response = new ServerResponse(this.message);
    this.response.shouldKeepAlive = shouldKeepAlive;
    this.response.assignSocket(socket);
    this.response
      .once('prefinish', () => connection.silence.limit(UNREAD_MS))
      .once('finish', () => this.finished());
  }

  /** False also for what the response found out when its head was written. */
  get shouldKeepAlive(): boolean {
    return this.response.shouldKeepAlive && (this.response as { _last?: boolean })._last === false;
  }

  set shouldKeepAlive(keeps: boolean) {
    this.response.shouldKeepAlive = keeps;
  }

  get headersSent(): boolean {
    return this.response.headersSent;
  }

  abandon(): void {
    this.response.detachSocket(this.connection.socket);
    this.response.destroyed = true;
  }

  close(finished: boolean): void {
    if (!finished) this.message.destroy();
    // Node's server says so as well; while it has the socket, the response sees the end by itself.
    if (finished || this.response.socket === null) this.response.emit('close');
  }

  drained(): void {
    this.response.emit('drain');
  }

  private finished(): void {
    this.response.detachSocket(this.connection.socket);
    this.response.destroyed = true;
    this.connection.flushed();
  }
}

function messageOf({ head }: HttpRequest, { socket }: AnsweredConnection): IncomingMessage {
  const message = new IncomingMessage(socket);
  message.method = head.method;
  message.url = head.target;
  message.httpVersionMajor = 1;
  message.httpVersionMinor = head.minor;
  message.httpVersion = `1.${head.minor}`;
  (message as unknown as TakesHeaderLines)._addHeaderLines(head.rawHeaders, head.rawHeaders.length);
  message.complete = true;
  message.push(null);
  return message;
}
