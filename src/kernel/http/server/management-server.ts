import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasTooManyFields, type HttpConnections, KEPT_FIELDS } from '../connections/http-connections.js';
import { RequestMessage } from '../connections/head-budget.js';
import { answerHead, unreadableRequestAnswer } from './unreadable-requests.js';

/** Both exceed the 65 s idle timeout of common load balancers (01 §1.5). */
const KEEP_ALIVE_MS = 70_000;
const HEADERS_TIMEOUT_MS = 71_000;
/** Time to send one whole request; without it a trickling body would be waited for for ever. */
const REQUEST_TIMEOUT_MS = 300_000;
/**
 * As on the gateway origin: the poll for approvals names every callback in flight, and needs 16 KiB of request target
 * beside its headers (07 C2.14).
 */
export const MAX_HEAD_BYTES = 65_536;
const MAX_CONNECTIONS = 20_000;
const BAD_REQUEST = 400;
const EXPECTATION_FAILED = 417;
const HEAD_TOO_LARGE = 431;

type Handler = (request: RequestMessage, response: ServerResponse) => void;

/**
 * The management origin's port below its framework: what is demanded of connections, and requests in their turn.
 * `connections` is asked once something connects.
 */
export function createManagementServer(
  connections: () => HttpConnections,
  handle: Handler,
): Server<typeof RequestMessage> {
  const server = createServer({
    IncomingMessage: RequestMessage,
    maxHeaderSize: MAX_HEAD_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // What Node refuses by itself it does not answer in its turn.
    requireHostHeader: false,
  });
  server.maxHeadersCount = KEPT_FIELDS;
  server.maxConnections = MAX_CONNECTIONS;
  const take = (request: RequestMessage, response: ServerResponse, answer: () => void): void =>
    connections().boundary.run('request', request.socket, () =>
      connections().take(request, response, () => {
        if (hasTooManyFields(request)) answerHead(response, HEAD_TOO_LARGE);
        else if (lacksHost(request)) answerHead(response, BAD_REQUEST);
        else answer();
      }),
    );
  server.on('connection', (socket) =>
    connections().boundary.run('connection', socket, () => {
      if (connections().admit(socket)) connections().watch(socket);
    }),
  );
  server.on('request', (request, response) => take(request, response, () => handle(request, response)));
  server.on('checkExpectation', (request, response) =>
    take(request, response, () => void response.writeHead(EXPECTATION_FAILED).end()),
  );
  server.on('clientError', (error, socket) =>
    connections().boundary.run('client_error', socket, () =>
      connections().refuseBroken(error, socket as Socket, unreadableRequestAnswer),
    ),
  );
  return server;
}

/** RFC 9112 §3.2. */
function lacksHost({ headers, httpVersionMinor }: RequestMessage): boolean {
  return headers.host === undefined && httpVersionMinor > 0;
}
