import { nativeOf, type StoredEvent } from './events.js';
import { ocsfOfAudit } from './ocsf-audit.js';
import { ocsfOfRequest, ocsfOfUnauthenticated } from './ocsf-gateway.js';

export type ExportFormat = 'native' | 'ocsf';

const BEYOND_ASCII = /[\u007f-\uffff]/g;

/** An event as it leaves; `version` is that of the product. */
export function exportedOf(event: StoredEvent, format: ExportFormat, version: string): object {
  if (format === 'native') return nativeOf(event);
  switch (event.kind) {
    case 'request':
      return ocsfOfRequest(event, version);
    case 'unauthenticated':
      return ocsfOfUnauthenticated(event, version);
    case 'entry':
      return ocsfOfAudit(event, version);
  }
}

/** One line of ASCII, so that no receiver cuts it at a line break of Unicode or needs to be told an encoding. */
export function lineOf(exported: object): string {
  return JSON.stringify(exported).replace(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
