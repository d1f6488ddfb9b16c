import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import type { Case } from './messages.js';
import type { Reading } from './reading.js';

const KINDS = { request: 0, response: 1 } as const;
const RESPONSE_TO_HEAD = 2;
/** What Go takes out of the fields once it has read it, in some messages; Node gives it to compare. */
const CONSUMED = new Set(['connection', 'transfer-encoding', 'trailer']);
const EMPTY_LINE = '\r\n';

/** Go's `net/http`, in a process of its own, which answers batches of messages. */
export class GoReader {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly output: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  private constructor(program: string) {
    this.child = spawn(program);
    this.child.stderr.pipe(process.stderr);
    this.output = this.child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Null where there is no Go to build it with. */
  static start(folder: string): GoReader | null {
    const program = join(folder, 'go-reader');
    const source = join(import.meta.dirname, 'go');
    const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: source, stdio: 'inherit' });
    return built.status === 0 ? new GoReader(program) : null;
  }

  /** What Go makes of each message, as `main.go` words it. */
  async read(cases: readonly Case[]): Promise<string[]> {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(cases.length);
    const parts: Buffer[] = [count];
    for (const seen of cases) {
      const { kind, toHead } = seen;
      const bytes = seen.bytes.subarray(emptyLineBefore(seen));
      const head = Buffer.alloc(5);
      head[0] = toHead ? RESPONSE_TO_HEAD : KINDS[kind];
      head.writeUInt32BE(bytes.length, 1);
      parts.push(head, bytes);
    }
    this.child.stdin.write(Buffer.concat(parts));
    const answers: string[] = [];
    for (let left = cases.length; left > 0; left -= 1) {
      const size = (await this.take(4)).readUInt32BE();
      answers.push((await this.take(size)).toString('latin1'));
    }
    return answers;
  }

  stop(): void {
    this.child.stdin.end();
  }

  private async take(size: number): Promise<Buffer> {
    if (this.rest.length < size) {
      const parts: Buffer[] = [this.rest];
      for (let length = this.rest.length; length < size;) {
        const { value, done } = await this.output.next();
        if (done) throw new Error('The reader in Go ended.');
        parts.push(value);
        length += value.length;
      }
      this.rest = Buffer.concat(parts);
    }
    const taken = this.rest.subarray(0, size);
    this.rest = this.rest.subarray(size);
    return taken;
  }
}

/** What `main.go` would say of a message that it reads as the codec does. */
export function goWording(seen: Case, reading: Reading, goHost: string): string {
  const isRequest = seen.kind === 'request';
  const end = reading.end - emptyLineBefore(seen);
  const [first, second] = reading.start.split(' ');
  // Go has no use for the reason; a target has no blank, so that it is in the start line whole.
  const start = isRequest ? reading.start : `${first} ${second}`;
  const fields = sorted(reading.fields, (name) => CONSUMED.has(name) || (isRequest && name === 'host'));
  const trailers = sorted(reading.trailers, () => false);
  const host = isRequest ? hostOf(reading, goHost) : '';
  return `${start}\n${host}\n${end}\n${fields}\n${trailers}\n${reading.body}`;
}

/** Go does not know the empty line that may come before a request (RFC 9112 §2.2). */
function emptyLineBefore({ kind, bytes }: Case): number {
  const isThere = kind === 'request' && bytes.toString('latin1', 0, EMPTY_LINE.length) === EMPTY_LINE;
  return isThere ? EMPTY_LINE.length : 0;
}

/** A target that has an authority is what Go takes the host from; nothing else is compared there. */
function hostOf({ start, fields }: Reading, goHost: string): string {
  const [method, target] = start.split(' ');
  if (method === 'CONNECT' || !target!.startsWith('/')) return goHost;
  const at = fields.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return at < 0 ? '' : fields[at + 1]!;
}

function sorted(flat: readonly string[], without: (name: string) => boolean): string {
  const lines: [name: string, line: string][] = [];
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!.toLowerCase();
    if (!without(name)) lines.push([name, `${name}:${flat[at + 1]!}\n`]);
  }
  lines.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return lines.map(([, line]) => line).join('');
}
