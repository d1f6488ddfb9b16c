/** A line of the log as a person reads it on a terminal: one line a record, and the stack below a fault. */

/** A record of the log, as JSON tells it. */
export type LogRecord = Readonly<Record<string, unknown>>;

const REQUEST = 'request finished';
/** Said by the line itself, or of use only to programs. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'context', 'err', 'stack', 'requestId', 'traceId']);
const LINE_ENDS = /\s*[\r\n]+\s*/g;

/** What follows the time and the level. A request is its method, path, status and milliseconds; `LOG_LEVEL=debug` shows the rest. */
export function terminalLine(record: LogRecord): string {
  const { msg, method, path, status, ms, context } = record;
  if (msg === REQUEST) return `${textOf(method)} ${textOf(path)} ${textOf(status)} ${textOf(ms)} ms`;
  const name = context === undefined ? '' : `[${textOf(context)}] `;
  const fields = Object.entries(record).filter(([field]) => !LEFT_OUT.has(field));
  const shown = fields.map(([field, value]) => ` ${field}=${textOf(value)}`).join('');
  return `${name}${textOf(msg)}${shown}${faultOf(record)}`;
}

function faultOf({ level, err, stack }: LogRecord): string {
  const fault = (err ?? {}) as { message?: unknown; stack?: unknown };
  const frames = fault.stack ?? stack;
  const isFault = level === 'error' || level === 'fatal';
  if (isFault && typeof frames === 'string') return `\n    ${frames.replaceAll('\n', '\n    ')}`;
  return fault.message === undefined ? '' : `: ${textOf(fault.message)}`;
}

/** One line of whatever it is: what a caller sends must not make lines of its own. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replace(LINE_ENDS, ' ');
}
