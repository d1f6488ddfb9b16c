import { pino, type DestinationStream, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Configuration } from '../config/configuration.js';
import { errorFields } from './error-fields.js';
import { REDACTED } from '../../domain/redaction/redact-text.js';
import { REDACTED_PATHS } from './redaction.js';
import { currentRequestId, currentTraceId } from './request-context.js';

/**
 * The one log of the process: JSON lines with ISO timestamps in production, a readable form elsewhere
 * (01 §23.4). Written synchronously, so that the last line before a crash is not the one that is missing.
 */
export function createLogger(
  configuration: Pick<Configuration, 'logLevel' | 'production'>,
  destination: DestinationStream = configuration.production ? pino.destination({ sync: true }) : readable(),
): Logger {
  return pino(
    {
      level: configuration.logLevel,
      // Process id and host name are the orchestrator's to add.
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED_PATHS, censor: REDACTED },
      serializers: { err: (error: unknown) => errorFields(error) },
      mixin: (line) => {
        const [requestId, traceId] = [currentRequestId(), currentTraceId()];
        return {
          ...(requestId === undefined || 'requestId' in line ? {} : { requestId }),
          ...(traceId !== undefined && { traceId }),
        };
      },
    },
    destination,
  );
}

function readable(): DestinationStream {
  return PinoPretty({ sync: true, colorize: process.stdout.isTTY, translateTime: 'SYS:HH:MM:ss.l' });
}
