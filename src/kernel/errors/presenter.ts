import type { AppError } from './app-error.js';
import type { ErrorSurface } from './error-definition.js';
import { platformErrors } from './platform-errors.js';
import { envelopeType } from './envelope-type.js';

const BAD_REQUEST = 400;
const TOO_MANY_REQUESTS = 429;

/** What an error is sent with, besides what it brings itself. */
export function errorHeaders(error: AppError, surface: ErrorSurface | undefined): Record<string, string> {
  const { challenge } = error.definition;
  return {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...error.headers,
    'content-type': mediaTypeOf(surface ?? error.definition.surface),
  };
}

/** RFC 7644 §3.1 has a type of its own; bodies everywhere else are plain JSON. */
export function mediaTypeOf(surface: ErrorSurface): string {
  return surface === 'scim' ? 'application/scim+json' : 'application/json; charset=utf-8';
}

/** The body in bytes: to anything else the framework would add a charset, which not every media type has. */
export function errorBytes(error: AppError, surface: ErrorSurface | undefined): Buffer {
  return Buffer.from(JSON.stringify(presentError(error, surface)));
}

/**
 * The wire body of an error (01 §8.1, §11.2). `surface` overrules the declaration where a whole path speaks one
 * shape: errors that may arise anywhere, such as faults, cannot name it themselves.
 */
export function presentError(
  error: AppError,
  surface: ErrorSurface = error.definition.surface,
): Record<string, unknown> {
  const { definition, message } = error;
  switch (surface) {
    case 'flat':
      return { error: message, ...error.extra };
    case 'auth':
      return { code: authCode(error), message };
    case 'scim':
      return presentScim(error);
    case 'daemon':
      return { error: daemonCode(error), ...error.extra };
    case 'envelope':
      return presentEnvelope(
        message,
        definition.type ?? envelopeType(definition.status),
        definition.wireCode,
        error.extra,
      );
  }
}

/** The codes of other surfaces mean nothing to who reads `/auth/*`; what it got wrong does (01 §11.2). */
function authCode({ code, definition }: AppError): string {
  const foreign = definition.surface !== 'auth';
  if (foreign && definition.status === BAD_REQUEST) return 'VALIDATION_ERROR';
  return definition.wireCode ?? code.toUpperCase();
}

const DAEMON_CODES: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'Unauthorized',
  404: 'not_found',
  413: 'too_large',
  429: 'paced',
};

/** Programs read it: what is not of their surface is told by its status alone. */
function daemonCode({ definition, message }: AppError): string {
  if (definition.surface === 'daemon') return message;
  return DAEMON_CODES[definition.status] ?? envelopeType(definition.status);
}

const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/**
 * Beside the fields of RFC 7644 §3.12, what clients of the management API look at where they meet the same
 * refusal (05 §10.3). What no SCIM code refused could not be read.
 */
function presentScim({ definition, message }: AppError): Record<string, unknown> {
  const { status, surface, type, wireCode } = definition;
  const shared = status === TOO_MANY_REQUESTS || type === platformErrors.enterprise_license_required.type;
  const unread = surface !== 'scim' && status === BAD_REQUEST;
  const scimType = unread ? 'invalidSyntax' : surface === 'scim' ? wireCode : undefined;
  return {
    schemas: [SCIM_ERROR],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: message,
    ...(shared && presentEnvelope(message, type ?? envelopeType(status), undefined)),
  };
}

function presentEnvelope(
  message: string,
  type: string,
  code: string | undefined,
  extra: AppError['extra'] = {},
): Record<string, unknown> {
  return { error: code === undefined ? { message, type, ...extra } : { message, type, code, ...extra } };
}
