import type { ModelHttpResponse } from './model-send.js';

/** RFC 9110 §10.2.3: seconds or a date. Null where nothing that can be read is said. */
export function retryAfterMs(headers: ModelHttpResponse['headers'], now = Date.now()): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value) * 1_000;
  const date = value.endsWith('GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
