import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../kernel/errors/app-error.js';
import { platformErrors } from '../../kernel/errors/platform-errors.js';
import { noteArrival } from '../../kernel/routes/origins.js';
import { BodyRefused } from '../exchange/body/body-budgets.js';
import { RequestBody } from '../exchange/body/request-body.js';
import type { AnsweredConnection } from './connections/answering.js';
import type { HttpRequest } from './messages/requests.js';
import { NodeAnswer } from './node-answer.js';

export interface OriginSettings {
  /** The application that serves this origin (06 §15, §16, §18); it knows the request by `arrivalOf`. */
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
  /** How long the body of such a request may take. */
  bodyPatienceMs?: number | undefined;
  fault: (error: unknown) => void;
}

/** These bodies are a few hundred bytes; whoever takes longer than this is not sending one. */
const BODY_PATIENCE_MS = 30_000;

/** Hands a request to the gateway's own origin over, with what this port demands of its body and its connection. */
export class GatewayOrigin {
  constructor(private readonly settings: OriginSettings) {}

  handle(
    connection: AnsweredConnection,
    request: HttpRequest,
    { shouldKeepAlive }: { shouldKeepAlive: boolean },
  ): void | Promise<void> {
    const answer = new NodeAnswer(connection, request, shouldKeepAlive);
    const { message, response } = answer;
    connection.answerBy(answer);
    const invite = request.head.expectsContinue ? () => response.writeContinue() : null;
    const body = new RequestBody(request, invite, this.settings.bodyPatienceMs ?? BODY_PATIENCE_MS);
    noteArrival(message, {
      body: (maxBytes) => wholeBody(body, maxBytes),
      answering: () => {
        // Who was never invited to send may or may not send now (RFC 9110 §10.1.1).
        if (body.uninvited || body.refusal !== null) response.shouldKeepAlive = false;
        prepareConnection(response, request.httpVersionMinor);
      },
    });
    return this.settings.answer(message, response);
  }
}

/** HTTP/1.1 connections persist unless told otherwise; Node would say so, and until when. */
function prepareConnection(response: ServerResponse, httpMinor: number): void {
  response.sendDate = false;
  if (httpMinor >= 1 && response.shouldKeepAlive) response.removeHeader('connection');
}

async function wholeBody(body: RequestBody, maxBytes: number): Promise<Buffer> {
  if ((body.declaredLength ?? 0) > maxBytes) throw new AppError(platformErrors.payload_too_large);
  const { bytes, complete } = await body.peek(maxBytes + 1).catch((cause: unknown) => {
    const slow = cause instanceof BodyRefused;
    throw new AppError(slow ? platformErrors.body_too_slow : platformErrors.malformed_request, { cause });
  });
  if (!complete || bytes.length > maxBytes) throw new AppError(platformErrors.payload_too_large);
  return bytes;
}
