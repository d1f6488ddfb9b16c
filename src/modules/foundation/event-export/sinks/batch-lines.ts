import { exportedOf, type ExportFormat, lineOf } from '../../../../domain/protocols/siem/formats.js';
import type { StoredEvent } from '../../../../domain/protocols/siem/events.js';

/** Events as the operator wants them, a line each. */
export class BatchLines {
  constructor(
    private readonly format: ExportFormat,
    private readonly version: string,
  ) {}

  of(event: StoredEvent): string {
    return lineOf(exportedOf(event, this.format, this.version));
  }

  text(events: readonly StoredEvent[]): string {
    return events.map((event) => `${this.of(event)}\n`).join('');
  }
}
