import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAuthSurface } from '../access/surface-errors.js';
import { AppError } from './app-error.js';
import { fromConstraintViolation } from './constraint-violation.js';
import { presentError } from './presenter.js';
import { platformErrors } from './platform-errors.js';

/** Turns whatever was thrown into the contract's body; the only place that does (01 §8). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = asRouteSays(toAppError(thrown, request), request);
    if (error.status >= 500 && !error.definition.external) this.logFault(error, thrown, request);
    if (reply.sent || reply.raw.headersSent) return;
    void reply
      .code(error.status)
      .headers(error.headers ?? {})
      .header('content-type', 'application/json; charset=utf-8')
      .send(presentError(error, isAuthSurface(request) ? 'auth' : undefined));
  }

  private logFault(error: AppError, thrown: unknown, request: FastifyRequest): void {
    const cause = error === thrown ? (error.cause ?? error) : thrown;
    this.logger.error({ requestId: request.id, err: cause }, 'request failed');
  }
}

/** A route may word its faults itself (`@Operation({ fault })`), wherever in it they arise. */
function asRouteSays(error: AppError, request: FastifyRequest): AppError {
  const fault = request.routeOptions.config?.fault;
  return error.definition === platformErrors.internal && fault
    ? new AppError(fault, { cause: error.cause })
    : error;
}

/** Maps framework and driver errors to declared ones; unknown ones become a neutral `500`. */
export function toAppError(thrown: unknown, request: { method: string; url: string }): AppError {
  if (thrown instanceof AppError) return thrown;
  const violation = fromConstraintViolation(thrown);
  if (violation !== null) return violation;
  const status = statusOf(thrown);
  if (status === 404) return unknownRoute(request);
  if (status === 413) return new AppError(platformErrors.payload_too_large, { cause: thrown });
  if (status !== null && status >= 400 && status < 500) {
    return new AppError(platformErrors.malformed_request, { cause: thrown });
  }
  return new AppError(platformErrors.internal, { cause: thrown });
}

/** `404` for a path nobody serves; names method and path, never the query (01 §8.2.4). */
export function unknownRoute(request: { method: string; url: string }): AppError {
  const path = request.url.split('?', 1)[0] ?? '/';
  return new AppError(platformErrors.unknown_route, {
    message: `There is no endpoint ${request.method} ${path}.`,
  });
}

function statusOf(thrown: unknown): number | null {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown) {
    return typeof thrown.statusCode === 'number' ? thrown.statusCode : null;
  }
  return null;
}
