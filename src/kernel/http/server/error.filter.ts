import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { pathSurface } from '../../access/declaration/surface-errors.js';
import { arrivalOf } from '../../routes/origins.js';
import { AppError } from '../../errors/app-error.js';
import { fromConstraintViolation } from '../../errors/constraint-violation.js';
import type { ErrorSurface } from '../../errors/error-definition.js';
import { errorHeaders, errorBytes } from '../../errors/presenter.js';
import { platformErrors } from '../../errors/platform-errors.js';

/** Turns whatever was thrown into the contract's body; the only place that does (01 §8). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    this.answer(thrown, request, http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = asRouteSays(toAppError(thrown, request), request);
    if (error.status >= 500 && !error.definition.external) this.logFault(error, thrown, request);
    if (reply.sent || reply.raw.headersSent) return;
    const surface = surfaceOf(error, request);
    void reply.code(error.status).headers(errorHeaders(error, surface)).send(errorBytes(error, surface));
  }

  private logFault(error: AppError, thrown: unknown, request: FastifyRequest): void {
    const cause = error === thrown ? (error.cause ?? error) : thrown;
    this.logger.error({ requestId: request.id, err: cause }, 'request failed');
  }
}

const ENVELOPED_EVERYWHERE = new Set([
  platformErrors.enterprise_license_required,
  platformErrors.sso_required,
]);

/**
 * Where a whole path or origin speaks one shape; undefined leaves it to the error. What refuses the caller of a control
 * endpoint reads the same on both origins (06 §15.3), a missing licence and a sign-in
 * that an organization does not take on all of them (06 §15.6, 05 §8.8).
 */
export function surfaceOf({ definition }: AppError, request: FastifyRequest): ErrorSurface | undefined {
  const ofPath = pathSurface(request);
  if (ofPath !== null) return ofPath;
  if (ENVELOPED_EVERYWHERE.has(definition)) return undefined;
  if (arrivalOf(request.raw)) return 'flat';
  const refusesCaller = definition.status === 401 || definition.status === 403;
  return refusesCaller && request.routeOptions.config?.control ? 'flat' : undefined;
}

/** A route may word itself what befalls it anywhere: a fault, and a body that is too large. */
function asRouteSays(error: AppError, request: FastifyRequest): AppError {
  const { fault, tooLarge } = request.routeOptions.config ?? {};
  const { definition, cause } = error;
  if (definition === platformErrors.internal && fault) return new AppError(fault, { cause });
  if (definition === platformErrors.payload_too_large && tooLarge) return new AppError(tooLarge, { cause });
  return error;
}

interface AskedRoute {
  method: string;
  url: string;
  raw?: IncomingMessage;
}

/** Maps framework and driver errors to declared ones; unknown ones become a neutral `500`. */
export function toAppError(thrown: unknown, request: AskedRoute): AppError {
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

/**
 * `404` for a path nobody serves; names method and path, never the query (01 §8.2.4). On the gateway `400`, which old
 * probes rely on (06 §1.6).
 */
export function unknownRoute(request: AskedRoute): AppError {
  if (request.raw && arrivalOf(request.raw)) return new AppError(platformErrors.not_on_gateway);
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
