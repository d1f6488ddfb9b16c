import { METHODS } from 'node:http';
import { createRequire } from 'node:module';
import type { Case } from './messages.js';
import type { Reading } from './reading.js';

/** Node's own parser (llhttp), as `node:http` drives it; Node has no types for it. */
interface Parser {
  initialize(type: number, resource: object, maxHeaderSize: number): void;
  execute(bytes: Buffer): number | Error;
  finish(): Error | undefined;
  [callback: number]: unknown;
}
const { HTTPParser } = createRequire(import.meta.url)('node:_http_common') as {
  HTTPParser: (new () => Parser) & Record<string, number>;
};

const MAX_HEAD_BYTES = 65_536;
const NO_BODY_FOLLOWS = 1;

export type NodeReading = Omit<Reading, 'end' | 'toTheEnd' | 'switches'>;

/** What Node made of a stream: the messages that it ended, the first of them whole, and whether it gave up. */
export interface NodeOutcome {
  completed: number;
  first: NodeReading | null;
  error: string | null;
}

export class NodeReader {
  private readonly parser = new HTTPParser();
  private outcome: NodeOutcome = { completed: 0, first: null, error: null };
  private toHead = false;
  private asked: string | null = null;
  private flushed: string[] = [];
  /** The parser tells methods by numbers, and Node keeps to itself which is which: it is asked. */
  private readonly methods = new Map<number, string>();

  constructor() {
    const { parser } = this;
    parser[HTTPParser['kOnHeaders']! | 0] = (flat: string[]) => void this.flushed.push(...flat);
    parser[HTTPParser['kOnHeadersComplete']! | 0] = (
      _major: number,
      minor: number,
      flat: string[] | undefined,
      method: number,
      target: string,
      status: number,
      reason: string,
      _upgrade: boolean,
      persistent: boolean,
    ) => {
      if (this.asked !== null) this.methods.set(method, this.asked);
      const fields = this.takeFlushed(flat);
      if (this.outcome.completed > 0 || this.outcome.first !== null) return 0;
      const start =
        status === undefined
          ? `${this.methods.get(method)} ${target} ${minor}`
          : `${status} ${minor} ${reason}`;
      this.outcome.first = { start, fields, body: '', trailers: [], persistent };
      return this.toHead ? NO_BODY_FOLLOWS : 0;
    };
    parser[HTTPParser['kOnBody']! | 0] = (bytes: Buffer) => {
      if (this.outcome.completed === 0) this.outcome.first!.body += bytes.toString('latin1');
    };
    parser[HTTPParser['kOnMessageComplete']! | 0] = () => {
      this.outcome.completed += 1;
      if (this.outcome.completed === 1) this.outcome.first!.trailers = this.takeFlushed(undefined);
      this.flushed = [];
    };
    for (const name of METHODS) {
      this.asked = name;
      this.begin({ kind: 'request', toHead: false });
      this.take(Buffer.from(`${name} ${name === 'CONNECT' ? 'u:1' : '/'} HTTP/1.1\r\n\r\n`));
    }
    this.asked = null;
  }

  begin({ kind, toHead }: Pick<Case, 'kind' | 'toHead'>): void {
    this.parser.initialize(HTTPParser[kind === 'request' ? 'REQUEST' : 'RESPONSE']!, {}, MAX_HEAD_BYTES);
    this.outcome = { completed: 0, first: null, error: null };
    this.toHead = toHead;
    this.flushed = [];
  }

  /** What is known after these bytes more. */
  take(bytes: Buffer): NodeOutcome {
    const result = this.parser.execute(bytes);
    if (typeof result !== 'number')
      this.outcome.error = (result as NodeJS.ErrnoException).code ?? result.message;
    return this.outcome;
  }

  /** What is known when nothing more comes. */
  end(): NodeOutcome {
    const error = this.parser.finish();
    if (error instanceof Error) this.outcome.error = (error as NodeJS.ErrnoException).code ?? error.message;
    return this.outcome;
  }

  private takeFlushed(flat: string[] | undefined): string[] {
    const all = flat === undefined ? this.flushed : [...this.flushed, ...flat];
    this.flushed = [];
    return all;
  }
}
