import { applyDecorators, Header, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { ErrorDefinition } from '../../errors/error-definition.js';
import { RouteSetting } from '../../routes/route-setting.decorator.js';

type Constructor = new (...args: never[]) => object;

export interface OperationOptions {
  summary: string;
  description?: string;
  /** Status of the success answer; by default 200 with a body and 204 without one. */
  success?: number;
  /** Body of the success answer: a DTO, an array of it, or a media type for anything but JSON. */
  response?:
    | Constructor
    | [Constructor]
    | { mediaType: string; schema?: Record<string, unknown> }
    | { schema: Record<string, unknown> };
  /**
   * What a browser gets besides or instead: a page with each of these statuses, or the way to one with `302`; in words.
   */
  browserAnswers?: Readonly<Record<number, string>>;
  /** Security schemes of a `@Public` handler that reads the credential itself; else the access rule's. */
  security?: readonly string[];
  /** The answer shows a key, token or password: nobody may keep it, HTTP/1.0 caches included (01 §22.4). */
  showsCredential?: boolean;
  /** Errors beyond the standard ones of the access level and of what takes input (01 §8.4). */
  errors?: readonly ErrorDefinition[];
  /** What a fault anywhere in the route reads as, where the contract asks for more than the neutral envelope. */
  fault?: ErrorDefinition;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    fault?: ErrorDefinition;
  }
}

const BYTES = { type: 'string', format: 'binary' };
const OPERATION = Symbol('operation');

/**
 * Everything OpenAPI and HTTP need to know of a handler besides who may call it. Its operationId, which clients are
 * generated from, is the method's own name.
 */
export function Operation(options: OperationOptions): MethodDecorator {
  const { success: status = options.response === undefined ? 204 : 200 } = options;
  const body = responseBody(options.response);
  return (target: object, key: string | symbol, descriptor: PropertyDescriptor) => {
    Reflect.defineMetadata(OPERATION, options, descriptor.value as object);
    applyDecorators(
      HttpCode(status),
      ...(options.showsCredential ? [Header('Pragma', 'no-cache')] : []),
      ...(options.fault ? [RouteSetting({ fault: options.fault })] : []),
      ApiOperation({ operationId: String(key), summary: options.summary, description: options.description }),
      ApiResponse({ status, description: options.summary, ...body }),
    )(target, key, descriptor);
  };
}

export function operationOf(handler: object): OperationOptions | undefined {
  return Reflect.getMetadata(OPERATION, handler) as OperationOptions | undefined;
}

/** An operation's own errors. */
export function errorsOf(operation: OperationOptions): ErrorDefinition[] {
  const { errors = [], fault } = operation;
  return fault === undefined ? [...errors] : [...errors, fault];
}

function responseBody(response: OperationOptions['response']): object {
  if (response === undefined) return {};
  if (Array.isArray(response)) return { type: response[0], isArray: true };
  if (typeof response === 'function') return { type: response };
  if (!('mediaType' in response)) return { schema: response.schema };
  const text = response.mediaType.startsWith('image/') ? BYTES : { type: 'string' };
  return { content: { [response.mediaType]: { schema: response.schema ?? text } } };
}
