import { truncateSerialised } from '../../text/truncate-serialised.js';
import { truncate } from '../../text/truncate.js';
import { REDACTED, redactText } from '../../text/redact-text.js';

/** R38.16: as JSON. */
const MOST = 4_096;
const ELLIPSIS = '…';
/** What is left of each text, as long as all of it is too much. */
const SHORTENED = [2_000, 400, 80];
const DEEPEST = 20;
const SECRET_NAME =
  /authorization|cookie|password|passwd|passphrase|secret|token|credential|api[-_]?key|private[-_]?key/i;

/**
 * What readers of a transcript see of the arguments of a tool: without what is named or looks like a credential, and of
 * bounded length. Its shape stays as long as shorter texts make it fit.
 */
export function shownInput(input: unknown): unknown {
  // Each value is at least two characters of JSON: what follows so many of them is not shown, whatever it is.
  const safe = redacted(input, 0, { values: MOST });
  for (const most of [MOST, ...SHORTENED]) {
    const shown = shortened(safe, most);
    if (JSON.stringify(shown).length <= MOST) return shown;
  }
  // Two quotes around it and the mark behind it.
  return truncateSerialised(JSON.stringify(safe), MOST - 3) + ELLIPSIS;
}

function redacted(value: unknown, depth: number, left: { values: number }): unknown {
  left.values -= 1;
  if (left.values < 0) return null;
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return ELLIPSIS;
  if (Array.isArray(value))
    return value.slice(0, left.values + 1).map((item) => redacted(item, depth + 1, left));
  const fields = Object.entries(value).slice(0, left.values + 1);
  return Object.fromEntries(
    fields.map(([name, item]) => [
      redactText(name),
      SECRET_NAME.test(name) && holdsText(item) ? REDACTED : redacted(item, depth + 1, left),
    ]),
  );
}

/** A number of tokens is no token. */
function holdsText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string')
    return value.length <= most ? value : truncate(value, most - ELLIPSIS.length) + ELLIPSIS;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shortened(item, most));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item, most)]));
}
