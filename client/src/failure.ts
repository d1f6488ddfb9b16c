/** The server answered with a refusal. Both shapes of its errors, flat and enveloped, end up here (contract 01 §8). */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';

  constructor(
    readonly status: number,
    /** The whole answer: JSON where it was that, else its text. */
    readonly body: unknown,
    statusText: string,
  ) {
    super(messageOf(body) ?? (statusText === '' ? `HTTP ${status}` : statusText));
  }

  /** `code` of a flat error, as in `AGENT_NOT_FOUND`. */
  get code(): string | undefined {
    return textAt(this.body, 'code') ?? textAt(at(this.body, 'error'), 'code');
  }
}

/** No answer came: refused, cut, timed out, or a certificate that is not trusted. `cause` says which. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';

  constructor(
    readonly origin: string,
    cause: unknown,
  ) {
    super(`${origin} cannot be reached`, { cause });
  }

  /** Of Node.js, as in `ECONNREFUSED`. */
  get code(): string | undefined {
    for (let cause: unknown = this.cause; cause !== undefined && cause !== null; cause = at(cause, 'cause')) {
      if (textAt(cause, 'name') === 'TimeoutError') return 'ETIMEDOUT';
      const code = textAt(cause, 'code');
      if (code !== undefined) return code;
    }
    return undefined;
  }
}

function messageOf(body: unknown): string | undefined {
  return textAt(body, 'error') ?? textAt(at(body, 'error'), 'message');
}

function textAt(value: unknown, key: string): string | undefined {
  const found = at(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
