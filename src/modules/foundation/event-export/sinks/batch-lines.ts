import { exportedOf, type ExportFormat, lineOf } from '../../../../domain/protocols/siem/formats.js';
import type { Reading } from '../../../../domain/text/reading.js';
import type { StoredEvent } from '../../../../domain/protocols/siem/events.js';
import { READING } from '../../../../kernel/scheduling/reading-turns.js';

/** Whose turn it is to be written (`READING`): nobody's, so that it is everybody's. */
const ASKER = 'event-export';

/** Events as the operator wants them, a line each. */
export class BatchLines {
  constructor(
    private readonly format: ExportFormat,
    private readonly version: string,
  ) {}

  /** All of them, each as `written` has it; in turns of the event loop, because there can be thousands (ADR 122). */
  text(
    events: readonly StoredEvent[],
    written: (line: string, event: StoredEvent) => string = (line) => `${line}\n`,
  ): Promise<string> {
    return READING.read(ASKER, this.writing(events, written));
  }

  private *writing(
    events: readonly StoredEvent[],
    written: (line: string, event: StoredEvent) => string,
  ): Reading<string> {
    const lines: string[] = [];
    for (const event of events) {
      lines.push(written(lineOf(exportedOf(event, this.format, this.version)), event));
      yield;
    }
    return lines.join('');
  }
}
