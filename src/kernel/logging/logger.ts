import { pino, type DestinationStream, type Logger } from 'pino';
import { PinoPretty, prettyFactory } from 'pino-pretty';
import type { Configuration } from '../config/configuration.js';
import { errorFields } from './error-fields.js';
import { REDACTED } from '../../domain/text/redact-text.js';
import { REDACTED_PATHS } from './redaction.js';
import { terminalLine } from './terminal-lines.js';
import { currentRequestId, currentTraceId } from './request-context.js';

/** Takes lines for a person. */
interface Terminal {
  write(text: string): unknown;
}

/** Levels at which a person looks for details: each field of a record on a line of its own. */
const DETAILED = new Set(['debug', 'trace']);

/**
 * The one log of the process: JSON lines with ISO timestamps in production, one readable line a record elsewhere
 * (01 §23.4), written to `terminal`. Written synchronously, so that the last line before a crash is not the one that is missing.
 */
export function createLogger(
  configuration: Pick<Configuration, 'logLevel' | 'production'>,
  destination?: DestinationStream,
  terminal?: Terminal,
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
    destination ??
      (configuration.production
        ? pino.destination({ sync: true })
        : readable(configuration.logLevel, terminal)),
  );
}

function readable(level: string, terminal?: Terminal): DestinationStream {
  const shown = DETAILED.has(level) ? {} : { hideObject: true, messageFormat: terminalLine };
  const common = { colorize: process.stdout.isTTY, translateTime: 'SYS:HH:MM:ss.l' };
  if (terminal === undefined) return PinoPretty({ sync: true, ...common, ...shown });
  const pretty = prettyFactory({ ...common, ...shown });
  return { write: (line) => void terminal.write(pretty(line) ?? '') };
}
