import type { TurnStatus } from '../conversations/turn-status.js';

/** A turn that ended, as later ones are told of it. */
export interface PastTurn {
  readonly status: Extract<TurnStatus, 'done' | 'failed' | 'aborted'>;
  /** A report that was delivered here; nobody said `message`. */
  readonly isDelivery: boolean;
  readonly message: string;
  /** Came with it, and can still be read. */
  readonly files: readonly { readonly id: string; readonly name: string }[];
  /** What was said while it ran and went into it. */
  readonly joined: readonly string[];
  /** The visible answer, or as much of it as there is. */
  readonly text: string | null;
}

/** What was said, with tools left out (04 §11.3.2). */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface HistoryLimits {
  readonly turns: number;
  readonly characters: number;
}

/** 04 §11.3.2. */
export const MAX_TURNS = 40;

const LEFT_OUT: HistoryMessage = {
  role: 'user',
  text: '[Earlier messages of this conversation are left out.]',
};
const ENDINGS: Readonly<Record<PastTurn['status'], string>> = {
  done: '',
  failed: '[This run failed before it was finished.]',
  aborted: '[This run was stopped before it was finished.]',
};
const SILENCE = '[Nothing was answered.]';

/**
 * The newest turns that fit, oldest first. `turns` are in the order they were said; `areMore`: older ones exist that were
 * not even looked at.
 */
export function historyOf(
  turns: readonly PastTurn[],
  areMore: boolean,
  { turns: mostTurns, characters }: HistoryLimits,
): HistoryMessage[] {
  const newest: HistoryMessage[][] = [];
  let left = characters;
  let from = turns.length;
  while (from > 0 && newest.length < mostTurns) {
    const said = saidIn(turns[from - 1]!);
    left -= said.reduce((sum, { text }) => sum + text.length, 0);
    if (left < 0) break;
    newest.push(said);
    from -= 1;
  }
  const kept = newest.reverse().flat();
  return from > 0 || areMore ? [LEFT_OUT, ...kept] : kept;
}

function saidIn({ status, isDelivery, message, files, joined, text }: PastTurn): HistoryMessage[] {
  const answer = text ?? '';
  if (isDelivery)
    return [{ role: 'user', text: `[Delivered here by automation: ${message}]\n${answer || SILENCE}` }];
  const named = files.map(({ id, name }) => `${name} (id ${id})`);
  const attached = named.length === 0 ? '' : `[Attached: ${named.join(', ')}]`;
  const marker = ENDINGS[status] || (answer === '' ? SILENCE : '');
  return [
    { role: 'user', text: paragraphs(message, attached, ...joined) },
    { role: 'assistant', text: paragraphs(answer, marker) },
  ];
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
