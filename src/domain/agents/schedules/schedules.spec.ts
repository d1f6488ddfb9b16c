import { describe, expect, it } from '@jest/globals';
import { isGivenUp, isReported, resultOf } from './run-result.js';
import { reportText, reportTitle, runMessage } from './run-texts.js';

describe('the end of a run', () => {
  it.each([
    ['done', 4, { lastOutcome: 'ok', consecutiveFailures: 0 }, false, true],
    ['failed', 0, { lastOutcome: 'failed', consecutiveFailures: 1 }, false, true],
    ['failed', 4, { lastOutcome: 'failed', consecutiveFailures: 5 }, true, true],
    ['aborted', 4, { lastOutcome: 'failed', consecutiveFailures: 4 }, false, false],
  ] as const)('%s after %i failures', (status, before, result, givenUp, reported) => {
    expect(resultOf(status, before)).toEqual(result);
    expect(isGivenUp(resultOf(status, before))).toBe(givenUp);
    expect(isReported(status)).toBe(reported);
  });
});

describe('texts', () => {
  it('name the schedule on one line, whatever its name holds', () => {
    const name = 'Daily\n\u0007 report\u001b[31m';
    expect(runMessage(name, 'Look.\nThen write.')).toBe(
      'Scheduled run of "Daily  report[31m". No person is present.\n\nLook.\nThen write.',
    );
    expect(reportTitle(name)).toBe('Scheduled run "Daily  report[31m"');
  });

  it.each([
    [{ status: 'done', error: null, text: ' All is well. ' }, ' All is well. '],
    [{ status: 'done', error: null, text: null }, 'The run ended without an answer.'],
    [{ status: 'done', error: null, text: ' \n' }, 'The run ended without an answer.'],
    [{ status: 'failed', error: 'No room.', text: null }, 'The run failed. No room.'],
    [{ status: 'failed', error: null, text: null }, 'The run failed.'],
    [{ status: 'failed', error: 'No room.', text: 'Half' }, 'The run failed. No room.\n\nHalf'],
  ] as const)('report %j', (run, text) => {
    expect(reportText(run)).toBe(text);
  });
});
