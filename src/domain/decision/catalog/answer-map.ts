/**
 * Reading what a provider answered (03 §16): `a.b` is a path, `0.name` leads into a list, `x|y` is the first that is not
 * empty, `x+y` joins with one space, and what holds `{path}` is a text with values of the answer in it.
 */
import type { AnswerMap } from './model/connection-model.js';
import { fillTemplate, type Values, valueIn } from './template.js';

/** An account's name or address; longer ones are no identity but an attempt to fill the row. */
const MAX_TEXT = 2_048;
const MAX_DEPTH = 12;

/** What stands at the path; own properties alone are looked at. */
export function valueAt(answer: unknown, path: string): unknown {
  let at = answer;
  for (const key of path.split('.').slice(0, MAX_DEPTH)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** A text, number or boolean at the path as text; empty when there is none. */
export function answerText(answer: unknown, path: string): string {
  const value = valueAt(answer, path);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? storable(value) : '';
}

/** The value of an expression; empty when the answer has none. */
export function expressionText(answer: unknown, expression: string, known: Values = {}): string {
  for (const alternative of expression.split('|')) {
    const text = alternative.includes('{')
      ? (fillTemplate(alternative, (name) => answerText(answer, name) || valueIn(known, name)) ?? '')
      : alternative
          .split('+')
          .map((path) => answerText(answer, path.trim()))
          .filter((part) => part !== '')
          .join(' ');
    if (text !== '') return text.slice(0, MAX_TEXT);
  }
  return '';
}

/** The fields of the map that the answer has. */
export function readAnswer(answer: unknown, map: AnswerMap, known: Values = {}): Record<string, string> {
  const read = Object.entries(map).map(([field, expression]) => [
    field,
    expressionText(answer, expression, known),
  ]);
  return Object.fromEntries(read.filter(([, text]) => text !== ''));
}

/** PostgreSQL keeps no U+0000, and half a surrogate pair is no text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().trim();
}
