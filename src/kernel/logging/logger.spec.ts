import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { memoryLogger } from '../../../test/harness/server/memory-logger.js';
import { ApplicationLogger } from './application-logger.js';

describe('logger', () => {
  it('writes JSON with an ISO timestamp and a named level (01 §23.4)', () => {
    const { logger, lines } = memoryLogger();
    logger.info('hello');
    expect(lines).toEqual([{ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), msg: 'hello' }]);
  });

  it('silent writes nothing', () => {
    const { logger, lines } = memoryLogger('silent');
    logger.fatal('hello');
    expect(lines).toEqual([]);
  });

  it('removes credentials from fields, headers and errors (01 §23.3)', () => {
    const { logger, lines } = memoryLogger();
    const token = `aoc_${'1f'.repeat(32)}`;
    const headers = {
      authorization: 'Bearer canary-1',
      'proxy-authorization': 'Basic canary-2',
      cookie: 'cg_session=canary-3',
      'set-cookie': 'cg_session=canary-4',
      'x-api-key': 'canary-5',
      accept: 'text/plain',
    };
    const cause = Object.assign(new Error(`at https://u:canary-6@h/?_token=canary-7&x=1 ${token}`), {
      parameters: ['canary-8'],
      query: 'SELECT canary-9',
      code: '23505',
    });
    logger.info({ ...headers, headers, req: { headers } }, 'seen');
    logger.error({ err: new Error('outer', { cause }) }, 'failed');
    const text = JSON.stringify(lines);
    expect(text).not.toContain('canary');
    expect(text).not.toContain(token);
    expect(text).toContain('text/plain');
    expect(lines[1]).toMatchObject({ err: { message: 'outer', cause: { code: '23505' } } });
  });
});

describe('ApplicationLogger', () => {
  afterEach(() => Logger.overrideLogger(false));

  it('carries what Nest loggers are given: text, fields, errors and the name of the logger', () => {
    const { logger, lines } = memoryLogger('debug');
    Logger.overrideLogger(new ApplicationLogger(logger));
    const log = new Logger('Mail');
    log.log('sent');
    log.warn({ attempt: 2 }, 'slow');
    log.error(new Error('broken'), 'not sent');
    log.error('thrown', 'Error: thrown\n    at somewhere');
    new Logger('RouterExplorer').log('Mapped {/v1/health, GET} route');
    expect(lines).toMatchObject([
      { level: 'info', context: 'Mail', msg: 'sent' },
      { level: 'warn', context: 'Mail', attempt: 2, msg: 'slow' },
      { level: 'error', context: 'Mail', err: { message: 'broken' }, msg: 'not sent' },
      {
        level: 'error',
        context: 'Mail',
        msg: 'thrown',
        stack: expect.stringContaining('somewhere'),
      },
      { level: 'debug', context: 'RouterExplorer' },
    ]);
  });
});
