import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Agent, request as overHttp, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as overTls } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '../../terminal/answers.js';
import { authorities, USER_AGENT } from '../../server/transport.js';

const TIMEOUT_MS = 30_000;
/** Five runs with messages of 100,000 characters, and the files of an agent. */
const MAX_BYTES = 32 * 1024 ** 2;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

/** What the server calls its refusal (04 §9). */
export function errorIn({ status, body }: ApiAnswer): string {
  return typeof body['error'] === 'string' ? body['error'] : String(status);
}

export interface CallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The runner protocol as HTTP: `/v1/runner` with the runner's token, over connections that are kept. */
export class RunnerApi {
  private readonly secure: boolean;
  private readonly agent: Agent;

  constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {
    this.secure = new URL(origin).protocol === 'https:';
    this.agent = this.secure
      ? new TlsAgent({ keepAlive: true, ...authorities() })
      : new Agent({ keepAlive: true });
  }

  /** One attempt; throws where no answer came. */
  async call(method: string, path: string, body?: object, options: CallOptions = {}): Promise<ApiAnswer> {
    const answer = await this.open(method, path, body, options);
    const text = await textOf(answer);
    return { status: answer.statusCode ?? 502, body: parsed(text), headers: answer.headers };
  }

  /** Until the server answers anything but a fault of its own, or `signal` says that it does not matter any more. */
  async insist(
    method: string,
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<ApiAnswer> {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const answer = await this.call(method, path, body, { signal }).catch(() => null);
      signal.throwIfAborted();
      if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
      const asked = Number(answer?.headers['retry-after']) * 1_000;
      const told = asked > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : wait;
      await pause(told * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }

  /** Into an open file, which is closed, and only if it is what was promised. */
  async download(
    path: string,
    file: number,
    promised: { sizeBytes: number; sha256: string },
  ): Promise<boolean> {
    const written = createWriteStream('', { fd: file });
    const answer = await this.open('GET', path, undefined, { timeoutMs: 120_000 }).catch((error: unknown) => {
      written.destroy();
      throw error;
    });
    if (answer.statusCode !== 200) {
      answer.resume();
      written.destroy();
      return false;
    }
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform(piece: Buffer, _encoding, done) {
        bytes += piece.length;
        hash.update(piece);
        done(bytes > promised.sizeBytes ? new Error('longer than announced') : null, piece);
      },
    });
    await pipeline(answer, counted, written);
    return bytes === promised.sizeBytes && hash.digest('hex') === promised.sha256;
  }

  close(): void {
    this.agent.destroy();
  }

  /** A kept connection may have been closed while the request was on its way: then once more, on a new one. */
  private async open(
    ...request: [method: string, path: string, body: object | undefined, options: CallOptions]
  ): Promise<IncomingMessage> {
    try {
      return await this.attempt(...request);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return this.attempt(...request);
    }
  }

  private attempt(
    method: string,
    path: string,
    body: object | undefined,
    { timeoutMs = TIMEOUT_MS, signal, headers = {} }: CallOptions,
  ): Promise<IncomingMessage> {
    const timeout = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const request = (this.secure ? overTls : overHttp)(
        `${this.origin}/v1/runner/${path}`,
        {
          method,
          agent: this.agent,
          signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
          headers: {
            authorization: `Bearer ${this.token}`,
            'user-agent': USER_AGENT,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        resolve,
      );
      request.once('error', (error: NodeJS.ErrnoException) =>
        reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
      );
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

class StaleConnection extends Error {}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('The response of the server is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
