const NOT_IN_VARIABLES = /[^a-z0-9]/g;

/**
 * Header fields as they stand on the wire: order, repetition and spelling are kept (06 §9.7). Names are
 * compared without regard to case. Flat `[name, value, name, value, ...]` is what Node and the codec take.
 */
export class HeaderList {
  constructor(private readonly flat: string[] = []) {}

  static from(flat: readonly string[]): HeaderList {
    return new HeaderList([...flat]);
  }

  get(name: string): string | null {
    const at = this.indexOf(name, 0);
    return at < 0 ? null : this.flat[at + 1]!;
  }

  all(name: string): string[] {
    const values: string[] = [];
    for (let at = this.indexOf(name, 0); at >= 0; at = this.indexOf(name, at + 2))
      values.push(this.flat[at + 1]!);
    return values;
  }

  /**
   * All fields that a server behind CGI, WSGI or the like takes for this one: they make an environment variable of the
   * name, in which everything but letters and digits is an underscore. `name` in lower case, with `-` only.
   */
  allSpellings(name: string): string[] {
    const values: string[] = [];
    for (let at = 0; at < this.flat.length; at += 2) {
      const candidate = this.flat[at]!;
      if (candidate.length !== name.length) continue;
      if (candidate.toLowerCase().replace(NOT_IN_VARIABLES, '-') === name) values.push(this.flat[at + 1]!);
    }
    return values;
  }

  /** The same for several names, in their order. */
  allSpellingsOf(names: readonly string[]): string[] {
    return names.flatMap((name) => this.allSpellings(name));
  }

  has(name: string): boolean {
    return this.indexOf(name, 0) >= 0;
  }

  append(name: string, value: string): void {
    this.flat.push(name, value);
  }

  /** Replaces every field of that name by one; appended when there was none. */
  set(name: string, value: string): void {
    const at = this.indexOf(name, 0);
    if (at < 0) return this.append(name, value);
    this.flat[at + 1] = value;
    this.removeFrom(at + 2, (candidate) => candidate === name.toLowerCase());
  }

  remove(name: string): boolean {
    return this.removeWhere((candidate) => candidate === name.toLowerCase()) > 0;
  }

  /** Drops the fields for which the predicate (lower-case name, value) holds; answers how many. */
  removeWhere(drop: (name: string, value: string) => boolean): number {
    return this.removeFrom(0, drop);
  }

  /** In one pass: taking fields out one by one moves all that follow each time. */
  private removeFrom(start: number, drop: (name: string, value: string) => boolean): number {
    let kept = start;
    for (let at = start; at < this.flat.length; at += 2) {
      const name = this.flat[at]!;
      const value = this.flat[at + 1]!;
      if (drop(name.toLowerCase(), value)) continue;
      this.flat[kept] = name;
      this.flat[kept + 1] = value;
      kept += 2;
    }
    const removed = (this.flat.length - kept) / 2;
    this.flat.length = kept;
    return removed;
  }

  *[Symbol.iterator](): Iterator<[name: string, value: string]> {
    for (let at = 0; at < this.flat.length; at += 2) yield [this.flat[at]!, this.flat[at + 1]!];
  }

  toFlat(): string[] {
    return this.flat;
  }

  private indexOf(name: string, from: number): number {
    const wanted = name.toLowerCase();
    for (let at = from; at < this.flat.length; at += 2) {
      const candidate = this.flat[at]!;
      if (candidate.length === wanted.length && candidate.toLowerCase() === wanted) return at;
    }
    return -1;
  }
}

const NONE: ReadonlySet<string> = new Set();
/** What most messages say. */
const KEEP_ALIVE = 'keep-alive';
const ONLY_KEEP_ALIVE: ReadonlySet<string> = new Set([KEEP_ALIVE]);

/** The field names listed by the `Connection` headers of a message, in lower case. */
export function namedByConnection(values: readonly string[]): ReadonlySet<string> {
  if (values.length === 0) return NONE;
  if (values.length === 1 && values[0]!.length === KEEP_ALIVE.length) {
    if (values[0]!.toLowerCase() === KEEP_ALIVE) return ONLY_KEEP_ALIVE;
  }
  const names = new Set<string>();
  for (const value of values) {
    for (const part of value.split(',')) {
      const name = part.trim().toLowerCase();
      if (name) names.add(name);
    }
  }
  return names;
}

/** Whether a request is the handshake of a WebSocket (RFC 6455 §4.1); `connection`: all values of that header. */
export function asksForWebSocket(
  method: string | undefined,
  upgrade: string | null | undefined,
  connection: readonly string[],
): boolean {
  return (
    method === 'GET' && upgrade?.trim().toLowerCase() === 'websocket' && listContains(connection, 'upgrade')
  );
}

/** True when a comma list header contains the token, compared without regard to case. */
export function listContains(values: readonly string[], token: string): boolean {
  return namedByConnection(values).has(token);
}
