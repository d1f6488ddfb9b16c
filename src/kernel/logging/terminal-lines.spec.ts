import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { terminalLine } from './terminal-lines.js';

describe('a line of the log on a terminal (01 §23.4)', () => {
  it('is one line for a request: method, path, status, milliseconds', () => {
    const record = {
      level: 'info',
      time: 't',
      msg: 'request finished',
      requestId: 'r',
      credential: 'session',
    };
    expect(
      terminalLine({ ...record, method: 'GET', path: '/v1/agents', status: 200, ms: 3, orgId: 'o' }),
    ).toBe('GET /v1/agents 200 3 ms');
  });

  it('is one line for anything else, with its fields', () => {
    const record = {
      level: 'warn',
      msg: 'check a setting',
      context: 'Boot',
      detail: 'X is\n ignored',
    };
    expect(terminalLine({ ...record, attempts: 3, cause: { code: 'E' }, err: { message: 'one\ntwo' } })).toBe(
      '[Boot] check a setting detail=X is ignored attempts=3 cause={"code":"E"}: one two',
    );
  });

  it('shows where a fault comes from, below its line', () => {
    const err = { message: 'broken', stack: 'Error: broken\n    at here' };
    expect(terminalLine({ level: 'error', msg: 'it failed', err })).toBe(
      'it failed\n    Error: broken\n        at here',
    );
  });

  it.each([
    ['info', 1],
    ['debug', 6],
  ])('at LOG_LEVEL=%s a request takes %i lines', (logLevel, expected) => {
    const written: string[] = [];
    const configuration = { logLevel: logLevel as 'info', production: false };
    const log = createLogger(configuration, undefined, { write: (text: string) => written.push(text) });
    log.info({ requestId: 'r', method: 'GET', path: '/v1/x', status: 200, ms: 1 }, 'request finished');
    expect(written.join('').trimEnd().split('\n')).toHaveLength(expected);
    expect(written.join('')).toContain('/v1/x');
  });
});
