import type { Logger } from 'pino';
import { createLogger } from '../../../src/kernel/logging/logger.js';

export type Line = Record<string, unknown>;

/** The server's logger as it is in production, and the lines it wrote. */
export function memoryLogger(level: 'info' | 'debug' | 'silent' = 'info'): { logger: Logger; lines: Line[] } {
  const lines: Line[] = [];
  const logger = createLogger(
    { logLevel: level, production: true },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  return { logger, lines };
}
