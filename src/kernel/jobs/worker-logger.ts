import type { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

/** The queue's log lines in ours. It reports every finished job as information, which is noise here. */
export function workerLogger(log: NestLogger): Logger {
  return new Logger(() => (level, message) => {
    const line = { detail: message };
    if (level === 'error') log.error(line, 'the job queue failed at something');
    else if (level === 'warning') log.warn(line, 'the job queue warns');
    else log.debug(line, 'the job queue says');
  });
}
