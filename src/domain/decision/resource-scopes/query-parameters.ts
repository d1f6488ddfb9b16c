/** The parameters of a query that every server reads alike: decoded once, names in the one letter case asked for. */
export class QueryParameters {
  private constructor(private readonly pairs: readonly (readonly [name: string, value: string])[]) {}

  /** Null for what is no UTF-8, and for separators that some servers know and others do not. */
  static read(query: string): QueryParameters | null {
    if (/[;\u0080-\u{10ffff}]/u.test(query)) return null;
    try {
      const pairs = query
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair): [string, string] => {
          const equals = pair.indexOf('=');
          return equals < 0
            ? [decoded(pair), '']
            : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
        });
      return new QueryParameters(pairs);
    } catch {
      return null;
    }
  }

  /** All of it as text, for who looks for names in it. */
  get folded(): string {
    return this.pairs
      .map(([name, value]) => `${name}=${value}&`)
      .join('')
      .toLowerCase();
  }

  has(name: string): boolean {
    return this.named(name).length > 0;
  }

  /** Null unless it is there exactly once, and by no other spelling. */
  only(name: string): string | null {
    const [first, ...others] = this.named(name);
    return first !== undefined && others.length === 0 && first[0] === name ? first[1] : null;
  }

  /** Values separated by commas; null where another spelling of the name is there. */
  list(name: string): readonly string[] | null {
    const found = this.named(name);
    if (found.some(([spelled]) => spelled !== name)) return null;
    return found.flatMap(([, value]) => value.split(','));
  }

  private named(name: string): readonly (readonly [string, string])[] {
    const wanted = name.toLowerCase();
    return this.pairs.filter(([candidate]) => plain(candidate) === wanted);
  }
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** What some readers take for the name: without blanks, brackets and what follows a zero. */
function plain(name: string): string {
  const [visible = ''] = name.split(/\0|\[/, 1);
  return visible.trim().toLowerCase();
}
