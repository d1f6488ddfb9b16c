/**
 * The search language of Google Drive as far as it says in which folders it looks (03 §13.5). A search counts as
 * limited when every result must lie in a folder that it names; what is not understood is not limited. One pass, the
 * nesting is bounded.
 */

/** The folders a search is limited to, each named in it; null where it is not limited to any. */
export function foldersOfSearch(query: string): readonly string[] | null {
  if (query.length > LONGEST) return null;
  const tokens = tokensOf(query);
  if (tokens === null) return null;
  const parser = new Parser(tokens);
  const limited = parser.expression(0);
  return limited === true && parser.atEnd ? parser.folders : null;
}

const LONGEST = 16_384;
const MAX_NESTING = 16;
const TOKEN = /\s*(?:'((?:[^'\\]|\\['\\])*)'|([A-Za-z][\w.]*|-?\d[\w.:+-]*)|(!=|<=|>=|[=<>(){}]))/y;
const COMPARISONS = new Set(['=', '!=', '<', '<=', '>', '>=', 'contains']);
const FOLDER_ID = /^[A-Za-z0-9_-]{1,128}$/;
const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'has', 'contains']);

interface Token {
  readonly kind: 'text' | 'word' | 'sign';
  readonly value: string;
}

function tokensOf(query: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const text = query.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return null;
    const [, quoted, word, sign] = found;
    if (quoted !== undefined) tokens.push({ kind: 'text', value: quoted });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'sign', value: sign! });
  }
  return tokens;
}

/**
 * Each part answers whether it limits the search; undefined for what is no search. Drive reads `and` and `or` from
 * left to right, others by precedence: both in one list, without parentheses, is no search here.
 */
class Parser {
  readonly folders: string[] = [];
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  /** `or` stands in parentheses only. */
  expression(nesting: number): boolean | undefined {
    if (nesting > MAX_NESTING) return undefined;
    let limited = this.operand(nesting);
    const joint = this.peekWord();
    if (joint !== 'and' && !(joint === 'or' && nesting > 0)) return limited;
    while (limited !== undefined && this.take(joint)) {
      const next = this.operand(nesting);
      if (next === undefined) return undefined;
      limited = joint === 'and' ? limited || next : limited && next;
    }
    return limited;
  }

  private operand(nesting: number): boolean | undefined {
    if (this.take('not')) return this.operandAfterNot(nesting);
    if (!this.take('(')) return this.term();
    const limited = this.expression(nesting + 1);
    return this.take(')') ? limited : undefined;
  }

  private operandAfterNot(nesting: number): boolean | undefined {
    if (nesting + 1 > MAX_NESTING) return undefined;
    return this.operand(nesting + 1) === undefined ? undefined : false;
  }

  private term(): boolean | undefined {
    const first = this.next();
    if (first?.kind === 'text') return this.take('in') ? this.membership(first.value) : undefined;
    if (first?.kind !== 'word' || KEYWORDS.has(first.value.toLowerCase())) return undefined;
    if (this.take('has')) return this.property();
    const comparison = this.next();
    if (comparison === undefined || !COMPARISONS.has(comparison.value.toLowerCase())) return undefined;
    const value = this.next();
    return value === undefined || value.kind === 'sign' ? undefined : false;
  }

  private membership(id: string): boolean | undefined {
    const list = this.next();
    if (list?.kind !== 'word') return undefined;
    if (list.value.toLowerCase() !== 'parents') return false;
    if (list.value !== 'parents' || !FOLDER_ID.test(id)) return undefined;
    this.folders.push(id);
    return true;
  }

  /** `{ key='a' and value='b' }` */
  private property(): boolean | undefined {
    if (!this.take('{')) return undefined;
    for (;;) {
      const name = this.next();
      if (name?.kind !== 'word' || !this.take('=') || this.next()?.kind !== 'text') return undefined;
      if (this.take('}')) return false;
      if (!this.take('and')) return undefined;
    }
  }

  private next(): Token | undefined {
    return this.tokens[this.at++];
  }

  private peekWord(): string | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'text' ? undefined : token?.value.toLowerCase();
  }

  private take(value: string): boolean {
    if (this.peekWord() !== value) return false;
    this.at += 1;
    return true;
  }
}
