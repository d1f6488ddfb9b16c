import { describe, expect, it } from '@jest/globals';
import { isObservable, isStored } from './transcript-event.js';
import {
  ceilingFailure,
  reportedFailure,
  storageFullFailure,
  TURN_ERROR_CODES,
  wedgedFailure,
} from './turn-failure.js';
import { isActive, isLeased, isTerminal, TURN_STATUSES } from './turn-status.js';

describe('the states of a turn (04 §8.1)', () => {
  it.each([
    ['hold the conversation', isActive, ['queued', 'dispatched', 'running']],
    ['have an executor', isLeased, ['dispatched', 'running']],
    ['are final', isTerminal, ['done', 'failed', 'aborted', 'joined']],
  ])('that %s', (_what, is, expected) => {
    expect(TURN_STATUSES.filter(is)).toEqual(expected);
  });
});

describe('the events of a turn', () => {
  it.each([
    ['turn.started', true, false],
    ['text', true, true],
    ['tool.started', true, true],
    ['error', true, true],
    ['text.delta', false, true],
    ['message.joined', false, true],
  ] as const)('%s: kept %j, shows that something was done %j', (type, stored, observable) => {
    expect([isStored({ type }), isObservable({ type })]).toEqual([stored, observable]);
  });
});

describe('why a run did not succeed (04 §8.5)', () => {
  it.each(TURN_ERROR_CODES)('is in words of the server for %s, whatever its executor says', (code) => {
    const failure = reportedFailure('ENOENT', code);
    expect(failure.code).toBe(code);
    expect(failure.error).toMatch(/^[A-Z].+\.$/);
    expect(failure.error).not.toContain('ENOENT');
  });

  it.each([
    ['ENOENT', 'of_its_own', 'ENOENT'],
    ['ENOENT', undefined, 'ENOENT'],
    ['', undefined, 'The agent failed without saying why.'],
    [undefined, undefined, 'The agent failed without saying why.'],
  ])('is what its executor says otherwise: %j with the code %j', (error, code, expected) => {
    expect(reportedFailure(error, code)).toEqual({ error: expected, code: null });
  });

  it('is the time it took, or that it did not start, where it ran to its ceiling', () => {
    expect(ceilingFailure({ started: true })).toEqual({
      error: 'The agent took too long and was stopped.',
      code: null,
    });
    expect(ceilingFailure({ started: false }).code).toBe('agent_start_failed');
  });

  it('has no code where the server has none for it', () => {
    expect([wedgedFailure().code, storageFullFailure().code]).toEqual([null, null]);
  });
});
