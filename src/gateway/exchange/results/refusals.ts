import type { RefusalCode } from './refusal-codes.js';

/**
 * A body the gateway itself answers to agent traffic (06 §12). Here are those that need no policy; the others stand in
 * `refusals/` by what they are about. Field names are parsed by clients, messages are not: a message names the host
 * or app, says what a person has to do and repeats the link. `retryable: false` becomes `x-should-retry: false`.
 */
export interface Refusal {
  status: number;
  /** Without `error` where the gateway gives the answer that was asked for. */
  body: { error?: RefusalCode; message?: string } & Record<string, unknown>;
  retryable: boolean;
  headers?: Readonly<Record<string, string>>;
}

export function proxyAuthenticationRequired(): Refusal {
  return {
    status: 407,
    retryable: false,
    headers: { 'proxy-authenticate': 'Basic realm="Credential Gateway"' },
    body: {
      error: 'proxy_authentication_required',
      message: 'Send a valid agent token as the proxy password.',
    },
  };
}

export function agentTokenRequired(): Refusal {
  return {
    status: 401,
    retryable: false,
    headers: { 'www-authenticate': 'Bearer' },
    body: { error: 'agent_token_required', message: 'Send a valid agent token with the request.' },
  };
}

export function malformedRequest(message: string): Refusal {
  return { status: 400, retryable: true, body: { error: 'invalid_request', message } };
}

/** Where somebody looks at paths, one that servers read in different ways cannot be judged (R25). */
export function ambiguousPath(): Refusal {
  return {
    status: 400,
    retryable: false,
    body: {
      error: 'malformed_request',
      message:
        'Servers read the path of this request in different ways. Send it without encoded or parameterised dot ' +
        'segments, control characters and bytes that are not UTF-8.',
    },
  };
}

export function methodNotAllowed(method: string): Refusal {
  return {
    status: 405,
    retryable: false,
    body: { error: 'method_not_allowed', message: `${method} requests are not forwarded.` },
  };
}

export function resolutionFailed(): Refusal {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'resolution_failed',
      message: 'The rules and credentials for this request could not be loaded. Nothing was sent.',
    },
  };
}

/** The same once the request is on its way: whether it may go on cannot be told (R29). */
export function noLongerKnown(): Refusal {
  return {
    status: 502,
    retryable: true,
    body: {
      error: 'resolution_failed',
      message: 'Whether this request is still allowed could not be told, so it was ended. Try again.',
    },
  };
}

/** The agent could not be looked up before a tunnel or a request began (06 §3.1.8). */
export function lookupFailed(): Refusal {
  return {
    status: 502,
    retryable: true,
    body: { error: 'bad_gateway', message: 'The gateway could not look up the agent. Try again.' },
  };
}
