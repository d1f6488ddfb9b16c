import type { Logger as NestLogger } from '@nestjs/common';
import { Logger } from 'graphile-worker';

/** The queue's log lines in ours. It reports every finished job as information, which is noise here. */
export function workerLogger(log: NestLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
