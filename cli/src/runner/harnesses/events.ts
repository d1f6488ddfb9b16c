import type { TurnEvent } from '../reports/work.js';

/** 04 §9.1.7. */
const MAX_STRING = 16_000;
const MAX_TEXT = 100_000;
const MAX_INPUT = 4_000;
const MAX_NAME = 200;
const CUT = '… (cut)';

const NAMES = { callId: MAX_NAME, name: MAX_NAME };
const STRINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'text.delta': { text: MAX_STRING },
  'thinking.delta': { text: MAX_STRING },
  text: { text: MAX_TEXT },
  'tool.started': NAMES,
  'tool.finished': { ...NAMES, output: MAX_STRING },
  'approval.pending': { description: MAX_STRING },
  notice: { level: MAX_NAME, text: MAX_STRING },
};
const OPTIONAL = ['approvalId', 'method', 'host', 'path', 'expiresAt'];

/** What a command said, in the form and within the limits of the protocol; null for what is no event. */
export function eventOf(said: Readonly<Record<string, unknown>>): TurnEvent | null {
  const { type } = said;
  const fields = typeof type === 'string' && Object.hasOwn(STRINGS, type) ? STRINGS[type]! : null;
  if (fields === null) return null;
  const event: Record<string, unknown> = { type };
  for (const [field, most] of Object.entries(fields)) {
    const value = said[field];
    if (typeof value !== 'string' || (most === MAX_NAME && value === '')) return null;
    event[field] = cut(value, most);
  }
  if (type === 'notice' && !['info', 'warn'].includes(String(event['level']))) return null;
  if (type === 'tool.started' && said['input'] !== undefined) event['input'] = shortened(said['input']);
  if (type === 'tool.finished' && said['isError'] === true) event['isError'] = true;
  if (type === 'approval.pending')
    for (const field of OPTIONAL)
      if (typeof said[field] === 'string') event[field] = cut(said[field], MAX_NAME);
  return event as TurnEvent;
}

export function textEvent(text: string): TurnEvent {
  return { type: 'text', text: cut(text, MAX_TEXT) };
}

/** As many pieces as the limit of one takes. */
export function deltasOf(text: string, type: 'text.delta' | 'thinking.delta' = 'text.delta'): TurnEvent[] {
  const pieces: TurnEvent[] = [];
  for (let from = 0; from < text.length; from += MAX_STRING)
    pieces.push({ type, text: text.slice(from, from + MAX_STRING) });
  return pieces;
}

export function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most - CUT.length) + CUT;
}

function shortened(input: unknown): unknown {
  const text = JSON.stringify(input);
  return text.length <= MAX_INPUT ? input : cut(text, MAX_INPUT / 2);
}
