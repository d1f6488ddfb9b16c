import { attributeName } from '../attribute-name.js';
import { COMPARISONS, type Comparison, type Filter, type FilterValue } from './filter.js';
import { filterTokens, type FilterToken } from './filter-tokens.js';
import { ScimRefusal } from '../refusal.js';

/** Bounds of a filter (05 §10.4). */
export const LONGEST_FILTER = 2000;
const DEEPEST_NESTING = 10;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads a filter of RFC 7644 §3.4.2.2: `not` binds closer than `and`, `and` closer than `or`. The looser
 * `emails[type eq "work"].value eq "x"` is read as one element that meets both (05 §10.4).
 *
 * @throws ScimRefusal `invalidFilter`
 */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST_FILTER) throw refusal(`A filter has at most ${LONGEST_FILTER} characters.`);
  return new FilterReader(filterTokens(text)).whole();
}

/** Recursive descent; its depth is bounded by `DEEPEST_NESTING`. */
class FilterReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly FilterToken[]) {}

  whole(): Filter {
    const filter = this.disjunction();
    if (this.at < this.tokens.length) throw refusal('The filter goes on after its end.');
    return filter;
  }

  private disjunction(): Filter {
    return this.series('or', () => this.series('and', () => this.term()));
  }

  private series(kind: 'and' | 'or', part: () => Filter): Filter {
    const parts = [part()];
    while (this.takeWord(kind)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  private term(): Filter {
    if (this.takeBracket('(')) return this.nested(')');
    if (this.isNegation()) {
      this.at += 2;
      return { kind: 'not', part: this.nested(')') };
    }
    return this.expression(this.word('an attribute'));
  }

  /** `not` without a parenthesis is the name of an attribute. */
  private isNegation(): boolean {
    const next = this.tokens[this.at + 1];
    return this.isWord(this.tokens[this.at], 'not') && next?.kind === 'bracket' && next.text === '(';
  }

  /** What stands inside brackets; the opening one has been taken. */
  private nested(closing: ')' | ']'): Filter {
    if (++this.depth > DEEPEST_NESTING) throw refusal(`A filter nests at most ${DEEPEST_NESTING} deep.`);
    const filter = this.disjunction();
    this.depth--;
    const loose = closing === ']' && this.takeBracket('].');
    if (loose) return this.loosely(filter);
    if (!this.takeBracket(closing)) throw refusal(`The filter lacks a '${closing}'.`);
    return filter;
  }

  /** `].value eq "x"`: a further condition on the same element. */
  private loosely(filter: Filter): Filter {
    return { kind: 'and', parts: [filter, this.expression(this.word('an attribute'))] };
  }

  private expression(written: string): Filter {
    const attribute = attributeName(written);
    if (this.takeBracket('[')) return { kind: 'element', attribute, filter: this.nested(']') };
    const operator = this.word('an operator').toLowerCase();
    if (operator === 'pr') return { kind: 'present', attribute };
    const comparison = COMPARISONS.find((known): known is Comparison => known === operator);
    if (comparison === undefined) throw refusal(`'${operator}' is not an operator.`);
    return { kind: 'compare', attribute, comparison, value: this.value() };
  }

  private value(): FilterValue {
    const token = this.tokens[this.at++];
    if (token?.kind === 'string') return token.value;
    const text = token?.kind === 'word' ? token.text : '';
    const literal = LITERALS.get(text.toLowerCase());
    if (literal !== undefined) return literal;
    if (NUMBER.test(text)) return Number(text);
    throw refusal('An operator of the filter is not followed by a value; strings stand in double quotes.');
  }

  private word(expected: string): string {
    const token = this.tokens[this.at++];
    if (token?.kind !== 'word') throw refusal(`The filter lacks ${expected}.`);
    return token.text;
  }

  private takeWord(text: string): boolean {
    if (!this.isWord(this.tokens[this.at], text)) return false;
    this.at++;
    return true;
  }

  private takeBracket(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== 'bracket' || token.text !== text) return false;
    this.at++;
    return true;
  }

  private isWord(token: FilterToken | undefined, text: string): boolean {
    return token?.kind === 'word' && token.text.toLowerCase() === text;
  }
}

function refusal(detail: string): ScimRefusal {
  return new ScimRefusal('invalidFilter', detail);
}
