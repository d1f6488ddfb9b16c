import { isStored, type NewEvent } from './transcript-event.js';

/** What one attempt may leave behind in a transcript (04 §11.6). */
export const MAX_ROWS = 2_000;
export const MAX_BYTES = 4_194_304;

const NOTE = 'The transcript of this run is full; further tool outputs are left out.';

export interface Spent {
  readonly rows: number;
  readonly bytes: number;
}

export interface Admitted {
  readonly events: NewEvent[];
  readonly spent: Spent;
}

/**
 * What of the events is kept as it is. Beyond the allowance outputs of tools give way to a note of their size, and who
 * reads is told so a single time; the answer and the end always fit.
 */
export function admitted(
  events: readonly NewEvent[],
  before: Spent,
  sizeOf: (event: NewEvent) => number,
): Admitted {
  let { rows, bytes } = before;
  const kept: NewEvent[] = [];
  for (const event of events) {
    const full = rows > MAX_ROWS || bytes > MAX_BYTES;
    const shown = full && event.type === 'tool.finished' ? withoutOutput(event) : event;
    kept.push(shown);
    if (!isStored(shown)) continue;
    rows += 1;
    bytes += sizeOf(shown);
    if (!full && (rows > MAX_ROWS || bytes > MAX_BYTES))
      kept.push({ type: 'notice', level: 'info', text: NOTE });
  }
  return { events: kept, spent: { rows, bytes } };
}

function withoutOutput(event: NewEvent): NewEvent {
  const length = typeof event.output === 'string' ? event.output.length : 0;
  return { ...event, output: `[${length} characters left out]` };
}
