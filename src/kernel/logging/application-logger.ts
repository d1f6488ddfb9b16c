import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest tells of every module and route it sets up; that is of interest only when looking for it. */
const FRAMEWORK_CONTEXTS = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer']);
/** Spaces only: a run of line ends would be looked at anew from each of them. */
const STACK_FRAME = /\n[ \t]+at /;

/**
 * Lets Nest's `Logger`, which the whole product logs through, write to pino:
 * `log.warn('text')`, `log.log({ field: 1 }, 'text')`, `log.error(error, 'text')`.
 */
export class ApplicationLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest appends the name of the logger as the last argument. */
  private write(wanted: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const named = typeof context === 'string' && !STACK_FRAME.test(context);
    const level = wanted === 'info' && named && FRAMEWORK_CONTEXTS.has(context) ? 'debug' : wanted;
    if (!this.pino.isLevelEnabled(level)) return;
    const parts = [message, ...(named ? rest.slice(0, -1) : rest)];
    const fields: Record<string, unknown> = named ? { context } : {};
    const texts: string[] = [];
    for (const part of parts) addPart(part, fields, texts);
    this.pino[level](fields, texts.join(' '));
  }
}

function addPart(part: unknown, fields: Record<string, unknown>, texts: string[]): void {
  if (part === undefined || part === null) return;
  if (part instanceof Error) fields['err'] = part;
  else if (typeof part === 'object') Object.assign(fields, part);
  else if (typeof part === 'string' && STACK_FRAME.test(part)) fields['stack'] = part;
  else texts.push(typeof part === 'string' ? part : inspect(part));
}
