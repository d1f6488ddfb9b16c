import type { NewEvent } from './transcript-event.js';

/** What executors may say while they run (04 §2.1, R38.3), with the limits of 04 §9.1.7. */
const MOST_STRING = 16_000;
const MOST_TEXT = 100_000;
/** R38.16. */
const MOST_INPUT = 4_096;
const MOST_ID = 200;

type Check = (value: unknown) => boolean;
interface Field {
  readonly check: Check;
  readonly optional?: true;
}

const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most;
const name: Check = (value) => typeof value === 'string' && value !== '' && value.length <= MOST_ID;
const input: Check = (value) => JSON.stringify(value).length <= MOST_INPUT;
const required = (check: Check): Field => ({ check });
const optional = (check: Check): Field => ({ check, optional: true });

const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  'turn.started': {},
  'text.delta': { text: required(text(MOST_STRING)) },
  'thinking.delta': { text: required(text(MOST_STRING)) },
  text: { text: required(text(MOST_TEXT)) },
  'tool.started': { callId: required(name), name: required(name), input: optional(input) },
  'tool.finished': {
    callId: required(name),
    name: required(name),
    output: required(text(MOST_STRING)),
    isError: optional((value) => typeof value === 'boolean'),
  },
  'approval.pending': {
    description: required(text(MOST_STRING)),
    approvalId: optional(name),
    method: optional(text(MOST_ID)),
    host: optional(text(MOST_ID)),
    path: optional(text(MOST_STRING)),
    expiresAt: optional(text(MOST_ID)),
  },
  notice: {
    level: required((value) => value === 'info' || value === 'warn'),
    text: required(text(MOST_STRING)),
  },
};

/** The declared fields of what an executor reports; null for what it may not say, such as the end of a turn. */
export function reportedEvent(value: unknown): NewEvent | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type')) return null;
  const sent = value as Record<string, unknown>;
  const fields =
    typeof sent.type === 'string' && Object.hasOwn(FIELDS, sent.type) ? FIELDS[sent.type] : undefined;
  if (fields === undefined) return null;
  const event: Record<string, unknown> = { type: sent.type };
  for (const [field, { check, optional: absent }] of Object.entries(fields)) {
    const given = Object.hasOwn(sent, field) ? sent[field] : undefined;
    if (given === undefined ? absent !== true : !check(given)) return null;
    if (given !== undefined) event[field] = given;
  }
  return event as NewEvent;
}
