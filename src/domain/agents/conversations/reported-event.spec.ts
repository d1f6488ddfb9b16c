import { describe, expect, it } from '@jest/globals';
import { REPORTED_EVENT_SCHEMA, reportedEvent } from './reported-event.js';

const NOTICE = { type: 'notice', level: 'info', text: 'x' };
const PENDING = { type: 'approval.pending', description: 'Send a mail' };
const FINISHED = { type: 'tool.finished', callId: 'c', name: 'n', output: '' };

describe('an event that an executor reports (04 §2.1, §9.1.7)', () => {
  it.each<[string, object]>([
    ['a start', { type: 'turn.started' }],
    ['a piece of text, however short', { type: 'text.delta', text: '' }],
    ['a notice', NOTICE],
    ['a warning', { ...NOTICE, level: 'warn' }],
    ['a call without arguments', { type: 'tool.started', callId: 'c', name: 'n' }],
    ['a result', FINISHED],
    ['a result that is an error', { ...FINISHED, isError: true }],
    ['an approval', PENDING],
    ['an approval that expires', { ...PENDING, expiresAt: '2028-02-29T23:59:59.5+02:00' }],
    ['the longest text', { type: 'text', text: 'x'.repeat(100_000) }],
    ['the longest id', { ...FINISHED, callId: 'c'.repeat(200) }],
  ])('may be %s', (_what, event) => {
    expect(reportedEvent(event)).toEqual(event);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'notice'],
    ['an object whose type is not its own', Object.create(NOTICE) as unknown],
    ['the end of a turn', { type: 'turn.done' }],
    ['what lacks a field', { type: 'notice', level: 'info' }],
    ['another level', { ...NOTICE, level: 'error' }],
    ['a level that is no text', { ...NOTICE, level: true }],
    ['an empty name', { ...FINISHED, name: '' }],
    ['a flag that is a text', { ...FINISHED, isError: 'true' }],
    ['a time that is a number', { ...PENDING, expiresAt: 1_800_000_000 }],
    ...['2027-02-29', '2027-13-01', '2027-04-31'].map((day): [string, unknown] => [
      `a day that there is not: ${day}`,
      { ...PENDING, expiresAt: `${day}T00:00:00Z` },
    ]),
    ...['2027-01-01', '2027-01-01T00:00:00', '2027-01-01T25:00:00Z', '0027-01-01T00:00:00Z', 'now'].map(
      (time): [string, unknown] => [`no time: ${time}`, { ...PENDING, expiresAt: time }],
    ),
  ])('may not be %s', (_what, event) => {
    expect(reportedEvent(event)).toBe('invalid');
  });

  it.each<[string, object]>([
    ['text', { type: 'text', text: 'x'.repeat(100_001) }],
    ['piece', { type: 'text.delta', text: 'x'.repeat(16_001) }],
    ['id', { ...FINISHED, callId: 'c'.repeat(201) }],
  ])('may have too long a %s, which is not the same as a wrong one', (_what, event) => {
    expect(reportedEvent(event)).toBe('too_large');
  });

  it('is described with the fields that it must have', () => {
    const required = REPORTED_EVENT_SCHEMA.oneOf.map(({ properties, required: fields }) => [
      ...properties.type.enum,
      ...fields.slice(1),
    ]);
    expect(required).toEqual([
      ['turn.started'],
      ['text.delta', 'text'],
      ['thinking.delta', 'text'],
      ['text', 'text'],
      ['tool.started', 'callId', 'name'],
      ['tool.finished', 'callId', 'name', 'output'],
      ['approval.pending', 'description'],
      ['notice', 'level', 'text'],
    ]);
  });
});
