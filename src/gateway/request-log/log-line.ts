import { randomUUID } from 'node:crypto';
import type { LogRecord } from './log-record.js';

/** What stands for itself in JSON: visible ASCII and blanks but `"` and `\`. */
const PLAIN = /^[ !#-[\]-~]*$/;
const BEYOND_ASCII = /[\u007f-\uffff]/g;

/** A value that is mostly that of the record before. */
class Remembered<Value> {
  private value: Value | undefined;
  private text = '';

  constructor(private readonly write: (value: Value) => string) {}

  textOf(value: Value): string {
    if (value === this.value) return this.text;
    this.text = this.write(value);
    this.value = value;
    return this.text;
  }
}

/**
 * Records as text, written out here: most values need no escape, and most are those of the record before. All of it is
 * ASCII: a single letter beyond would make V8 keep a whole batch in two bytes a character, and convert it.
 */
export class LogLines {
  private readonly organization = new Remembered(quoted);
  private readonly workspace = new Remembered(quoted);
  private readonly agent = new Remembered(quoted);
  private readonly method = new Remembered(quoted);
  private readonly host = new Remembered(quoted);
  private readonly provider = new Remembered(quoted);
  private readonly rule = new Remembered(quotedOrNull);
  private readonly refusal = new Remembered(quotedOrNull);
  /** By the object: what a rule alone says is the same one for all its records. */
  private readonly extra = new Remembered((data: LogRecord['extraData']) => inAscii(JSON.stringify(data)));

  /** In the order that the statement reads. */
  of(entry: LogRecord): string {
    return `${this.begun(entry)}]`;
  }

  /** With what is only exported; `kept`: whether it is also a row. */
  exported(entry: LogRecord, kept: boolean): string {
    return (
      `${this.begun(entry)},${kept},${this.organization.textOf(entry.organizationId)},` +
      `${this.refusal.textOf(entry.refusal)},${entry.forwarded}]`
    );
  }

  private begun(entry: LogRecord): string {
    const { latencyMs, injectionCount, llmHost } = entry;
    return (
      `[${this.workspace.textOf(entry.workspaceId)},${this.agent.textOf(entry.agentId)},` +
      `${this.method.textOf(entry.method)},${this.host.textOf(entry.host)},${quoted(entry.path)},` +
      `${this.provider.textOf(entry.provider)},${entry.status},${latencyMs},${injectionCount},${llmHost},` +
      `${this.rule.textOf(entry.matchedRuleLogicalId)},${this.extra.textOf(entry.extraData)},` +
      `${entry.createdAt.getTime()},"${randomUUID()}"`
    );
  }
}

function quotedOrNull(text: string | null): string {
  return text === null ? 'null' : quoted(text);
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : inAscii(JSON.stringify(text));
}

function inAscii(json: string): string {
  return PLAIN.test(json)
    ? json
    : json.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
