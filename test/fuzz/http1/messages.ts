import { Random } from './random.js';
import * as words from './words.js';

export interface Case {
  kind: 'request' | 'response';
  /** The answer is one to HEAD. */
  toHead: boolean;
  bytes: Buffer;
}

/** About half of all messages have nothing odd by construction; a share of the others is right all the same. */
const MAX_FIELDS = 5;
const MAX_MUTATIONS = 3;

/** Makes messages out of right and odd parts, and changes bytes of some of them. */
export class Messages {
  private odds = 0;
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  next(): Case {
    const { random } = this;
    // One odd part in a message is what tells two readers apart; in a message of odd parts none is looked at.
    this.odds = random.oneIn(2) ? 0 : random.of([8, 16, 32]);
    const kind = random.oneIn(3) ? 'response' : 'request';
    let text = kind === 'request' ? this.request() : this.response();
    if (random.oneIn(3)) text = this.mutated(text);
    return { kind, toHead: kind === 'response' && random.oneIn(8), bytes: Buffer.from(text, 'latin1') };
  }

  /** The same case with some bytes changed. */
  mutation(of: Case): Case {
    return { ...of, bytes: Buffer.from(this.mutated(of.bytes.toString('latin1')), 'latin1') };
  }

  private pick(right: readonly string[], odd: readonly string[]): string {
    return this.odds > 0 && this.random.oneIn(this.odds) ? this.random.of(odd) : this.random.of(right);
  }

  private lineEnd(): string {
    return this.pick(words.BREAKS, words.ODD_BREAKS);
  }

  private request(): string {
    const method = this.pick(words.METHODS, words.ODD_METHODS);
    const target = method === 'CONNECT' ? 'u.test:443' : this.pick(words.TARGETS, words.ODD_TARGETS);
    const blank = this.pick([' '], ['  ', '\t', '']);
    const version = this.pick(words.VERSIONS, words.ODD_VERSIONS);
    const before = this.random.oneIn(50) ? this.random.of(['\r\n', '\n', '\r\n\r\n', '\r', ' ']) : '';
    const host = `Host: ${this.pick(words.HOSTS, words.ODD_HOSTS)}${this.lineEnd()}`;
    const hosts = this.pick(['1'], ['0', '2']);
    return `${before}${method}${blank}${target} ${version}${this.lineEnd()}${host.repeat(Number(hosts))}${this.rest()}`;
  }

  private response(): string {
    const version = this.pick(words.VERSIONS, words.ODD_VERSIONS);
    const status = this.pick(words.STATUSES, words.ODD_STATUSES);
    const reason = this.pick(words.REASONS, words.ODD_REASONS);
    return `${version} ${status}${reason}${this.lineEnd()}${this.rest()}`;
  }

  /** Fields, body and what stands behind. */
  private rest(): string {
    const { random } = this;
    const body = 'abcde\r\n0\r\n\r\nGET / HTTP/1.1\r\n'.slice(0, random.below(28));
    const lines: string[] = [];
    for (let count = random.below(MAX_FIELDS); count > 0; count -= 1) lines.push(this.field());
    let framed = '';
    const framing = random.below(this.odds > 0 ? 8 : 6);
    if (framing === 1 || framing === 2 || framing > 5) {
      lines.push(this.lengthField(body.length));
      framed = body;
    }
    if (framing === 3 || framing === 4 || framing > 5) {
      lines.push(this.codingField());
      framed = this.chunked(body);
    }
    if (this.odds > 0 && random.oneIn(16)) lines.push(random.of(lines.length > 0 ? lines : ['X: y']));
    if (lines.length > 1 && random.oneIn(2)) lines.reverse();
    const behind = random.of(words.BEHIND);
    return `${lines.map((line) => line + this.lineEnd()).join('')}${this.lineEnd()}${framed}${behind}`;
  }

  private field(): string {
    if (this.random.oneIn(5)) return `Connection: ${this.random.of(words.CONNECTIONS)}`;
    if (this.random.oneIn(20))
      return this.random.of(['Upgrade: websocket', 'Expect: 100-continue', 'Trailer: X-Sum']);
    const name = this.pick(words.NAMES, words.ODD_NAMES);
    const colon = this.pick([':', ': ', ':\t'], [' :', '', '::', ';']);
    return `${name}${colon}${this.pick(words.VALUES, words.ODD_VALUES)}`;
  }

  private lengthField(length: number): string {
    const name = this.pick(words.LENGTH_NAMES, words.ODD_LENGTH_NAMES);
    return `${name}:${this.pick(words.LENGTHS, words.ODD_LENGTHS).replaceAll('%', String(length))}`;
  }

  private codingField(): string {
    const name = this.pick(words.CODING_NAMES, words.ODD_CODING_NAMES);
    return `${name}: ${this.pick(words.CODINGS, words.ODD_CODINGS)}`;
  }

  private chunked(body: string): string {
    let text = '';
    for (let at = 0; at < body.length;) {
      const size = 1 + this.random.below(body.length - at);
      text += `${this.chunkLine(size)}${body.slice(at, at + size)}${this.lineEnd()}`;
      at += size;
    }
    text += this.chunkLine(0);
    while (this.random.oneIn(4))
      text += this.pick(words.TRAILER_LINES, words.ODD_TRAILER_LINES) + this.lineEnd();
    return text + this.lineEnd();
  }

  private chunkLine(size: number): string {
    const spelled = this.pick(words.SIZES, words.ODD_SIZES).replaceAll('%', size.toString(16));
    return `${spelled}${this.pick(words.EXTENSIONS, words.ODD_EXTENSIONS)}${this.lineEnd()}`;
  }

  private mutated(text: string): string {
    let changed = text;
    for (let count = 1 + this.random.below(MAX_MUTATIONS); count > 0; count -= 1)
      changed = this.mutatedOnce(changed);
    return changed;
  }

  private mutatedOnce(text: string): string {
    const { random } = this;
    const at = random.below(text.length + 1);
    const byte = random.oneIn(2)
      ? words.BYTES[random.below(words.BYTES.length)]!
      : String.fromCharCode(random.below(256));
    switch (random.below(6)) {
      case 0:
        return text.slice(0, at) + byte + text.slice(at);
      case 1:
        return text.slice(0, at) + text.slice(at + 1);
      case 2:
        return text.slice(0, at) + byte + text.slice(at + 1);
      case 3:
        return text.slice(0, at);
      case 4: {
        const length = random.below(16);
        const from = random.below(text.length + 1);
        return text.slice(0, at) + text.slice(from, from + length) + text.slice(at);
      }
      default:
        return text.slice(0, at) + text.slice(at + random.below(16));
    }
  }
}
