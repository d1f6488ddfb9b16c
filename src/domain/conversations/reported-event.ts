import type { NewEvent } from './transcript-event.js';

/** What executors may say while they run (04 §2.1, R38.3), with the limits of 04 §9.1.7. */
const MOST_STRING = 16_000;
const MOST_TEXT = 100_000;
const MOST_ID = 200;

type Check = (value: unknown) => boolean;
interface Field {
  readonly check: Check;
  /** The same in words of JSON Schema, as far as it has them. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly optional?: true;
}

const text = (maxLength: number, minLength = 0): Field => ({
  check: (value) => typeof value === 'string' && value.length >= minLength && value.length <= maxLength,
  schema: { type: 'string', minLength, maxLength },
});
const name = text(MOST_ID, 1);
/** Whatever its length: readers get what `shown-input` leaves of it (R38.16). */
const input: Field = { check: () => true, schema: {} };
const flag: Field = { check: (value) => typeof value === 'boolean', schema: { type: 'boolean' } };
const level: Field = {
  check: (value) => value === 'info' || value === 'warn',
  schema: { type: 'string', enum: ['info', 'warn'] },
};
const optional = (field: Field): Field => ({ ...field, optional: true });

const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  'turn.started': {},
  'text.delta': { text: text(MOST_STRING) },
  'thinking.delta': { text: text(MOST_STRING) },
  text: { text: text(MOST_TEXT) },
  'tool.started': { callId: name, name: name, input: optional(input) },
  'tool.finished': {
    callId: name,
    name: name,
    output: text(MOST_STRING),
    isError: optional(flag),
  },
  'approval.pending': {
    description: text(MOST_STRING),
    approvalId: optional(name),
    method: optional(text(MOST_ID)),
    host: optional(text(MOST_ID)),
    path: optional(text(MOST_STRING)),
    expiresAt: optional(text(MOST_ID)),
  },
  notice: {
    level: level,
    text: text(MOST_STRING),
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
