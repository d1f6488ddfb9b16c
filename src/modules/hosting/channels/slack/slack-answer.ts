import { SlackUnreachable } from './slack-faults.js';

/** What a method answered, `ok` being true. */
export type SlackAnswer = Readonly<Record<string, unknown>>;

/** An empty one for whatever is none. */
export function objectOf(value: unknown): SlackAnswer {
  return typeof value === 'object' && value !== null ? (value as SlackAnswer) : {};
}

/** A text that the answer has to have. */
export function requiredText(method: string, answer: SlackAnswer, field: string): string {
  const value = textOrNull(answer[field]);
  if (value === null) throw new SlackUnreachable(method, false);
  return value;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
