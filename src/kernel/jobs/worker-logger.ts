import type { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

/** The queue's log lines in ours. It reports every finished job as information, which is noise here. */
export function workerLogger(log: NestLogger): Logger {
  return new Logger(() => (level, message) => {
    const line = { detail: message };
    if (level === 'error') log.error(line, 'job queue error');
    else if (level === 'warning') log.warn(line, 'job queue warning');
    else log.debug(line, 'job queue message');
  });
}
