import { reportedEvent } from '../../../domain/agents/conversations/reported-event.js';
import type { NewEvent } from '../../../domain/agents/conversations/transcript-event.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { MAX_EVENTS } from './dto/runner-report.dto.js';
import { runnerErrors } from './records/runner.errors.js';

/** 04 §9.1.7. */
const MAX_CHARS = 1_000_000;

/** A batch as it was sent; one event that may not be said refuses all of it. */
export function readEvents(sent: unknown): NewEvent[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MAX_EVENTS) throw badReport();
  const read = sent.map(reportedEvent);
  if (read.includes('invalid')) throw badReport();
  const events = read.filter((event) => typeof event !== 'string');
  // Of one string, or of all of them together (R49).
  const isTooLarge = events.length < read.length || JSON.stringify(events).length > MAX_CHARS;
  if (isTooLarge) throw new AppError(runnerErrors.report_too_large);
  return events;
}

function badReport(): AppError {
  return new AppError(runnerErrors.bad_report);
}
