import type { NewEvent } from './transcript-event.js';

/** What executors may say while they run (04 §2.1, R38.3), with the limits of 04 §9.1.7. */
const MAX_STRING = 16_000;
const MAX_TEXT = 100_000;
const MAX_ID = 200;

type Check = (value: unknown) => boolean;
interface Field {
  readonly check: Check;
  /** Characters of a string; more are too much, not wrong. */
  readonly maxLength?: number;
  /** The same in words of JSON Schema, as far as it has them. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly optional?: true;
}

const text = (maxLength: number, minLength = 0): Field => ({
  check: (value) => typeof value === 'string' && value.length >= minLength,
  maxLength,
  schema: { type: 'string', minLength, maxLength },
});
/** U+0000 is left out before it is read (04 §2.2.8), so a name of nothing else is none. */
const name: Field = { ...text(MAX_ID, 1), schema: { ...text(MAX_ID, 1).schema, pattern: '[^\\u0000]' } };
/** RFC 3339 in capitals, from the year 1000 on. */
const DATE_TIME = /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Whatever its length: readers get what `shown-input` leaves of it (R38.16). */
const input: Field = { check: () => true, schema: {} };
const flag: Field = { check: (value) => typeof value === 'boolean', schema: { type: 'boolean' } };
const level: Field = {
  check: (value) => value === 'info' || value === 'warn',
  schema: { type: 'string', enum: ['info', 'warn'] },
};
const date: Field = {
  check: (value) => typeof value === 'string' && isDateTime(value),
  schema: { type: 'string', format: 'date-time', pattern: DATE_TIME.source },
};
const optional = (field: Field): Field => ({ ...field, optional: true });

const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  'turn.started': {},
  'text.delta': { text: text(MAX_STRING) },
  'thinking.delta': { text: text(MAX_STRING) },
  text: { text: text(MAX_TEXT) },
  'tool.started': { callId: name, name: name, input: optional(input) },
  'tool.finished': {
    callId: name,
    name: name,
    output: text(MAX_STRING),
    isError: optional(flag),
  },
  'approval.pending': {
    description: text(MAX_STRING),
    approvalId: optional(name),
    method: optional(text(MAX_ID)),
    host: optional(text(MAX_ID)),
    path: optional(text(MAX_STRING)),
    expiresAt: optional(date),
  },
  notice: {
    level: level,
    text: text(MAX_STRING),
  },
};

/** Of one of them, for the description of the protocol. */
export const REPORTED_EVENT_SCHEMA = {
  oneOf: Object.entries(FIELDS).map(([type, fields]) => ({
    type: 'object',
    required: ['type', ...Object.keys(fields).filter((field) => fields[field]!.optional !== true)],
    properties: {
      type: { type: 'string', enum: [type] },
      ...Object.fromEntries(Object.entries(fields).map(([field, { schema }]) => [field, schema])),
    },
  })),
};

/** Why an event cannot be taken: it is none, or one of its strings is too long (R49). */
export type UnfitEvent = 'invalid' | 'too_large';

/** The declared fields of what an executor reports; `invalid` for what it may not say, such as the end of a turn. */
export function reportedEvent(value: unknown): NewEvent | UnfitEvent {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'type')) return 'invalid';
  const sent = value as Record<string, unknown>;
  const fields =
    typeof sent.type === 'string' && Object.hasOwn(FIELDS, sent.type) ? FIELDS[sent.type] : undefined;
  if (fields === undefined) return 'invalid';
  const event: Record<string, unknown> = { type: sent.type };
  let tooLarge = false;
  for (const [field, { check, maxLength = Infinity, optional: absent }] of Object.entries(fields)) {
    const given = Object.hasOwn(sent, field) ? sent[field] : undefined;
    if (given === undefined ? absent !== true : !check(given)) return 'invalid';
    if (typeof given === 'string' && given.length > maxLength) tooLarge = true;
    if (given !== undefined) event[field] = given;
  }
  return tooLarge ? 'too_large' : (event as NewEvent);
}

/** RFC 3339, of a day that there is. */
function isDateTime(text: string): boolean {
  if (!DATE_TIME.test(text) || Number.isNaN(Date.parse(text))) return false;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
