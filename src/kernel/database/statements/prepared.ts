import { createHash } from 'node:crypto';

const NAME_LENGTH = 32;

/**
 * A statement of constant text that many requests run: PostgreSQL parses it once for each connection and soon plans
 * it no more, which for a look-up by key is most of its cost there. Made once, where the text stands; never of text
 * that depends on a request, because every connection keeps it as long as it lives.
 */
export class Prepared {
  /** The same text has the same name in every process, another text another one. */
  readonly name: string;

  constructor(readonly text: string) {
    this.name = createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
  }
}

/** Statements whose text depends on something that has a handful of values, each made when it is first needed. */
export class PreparedTexts {
  private readonly known = new Map<string, Prepared>();

  of(text: string): Prepared {
    const statement = this.known.get(text) ?? new Prepared(text);
    this.known.set(text, statement);
    return statement;
  }
}

export function textOf(statement: string | Prepared): string {
  return typeof statement === 'string' ? statement : statement.text;
}
