import { truncate } from '../../text/truncate.js';
import { renderInline } from './mrkdwn-inline.js';
import { escapeSlackText } from './slack-text.js';

/**
 * Markdown as Slack writes it (04 §6.5.5). Everything is escaped before anything is read, so that every `<` and `>` of
 * the result is one that was put there for a link to `http(s)` or a quotation: what a model or a person writes cannot
 * mention somebody, address a whole channel, or hide where a link goes. Linear in the text.
 */
export const MAX_SLACK_TEXT = 40_000;

const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^ {0,3}#{1,6}\s+(.*)$/s;
const BULLET = /^(\s*)[-*+]\s+(.*)$/s;
const QUOTE = /^ {0,3}&gt; ?(.*)$/s;
// Dots match every character: a line separator of Unicode would make these look again and again.
const TABLE_ROW = /^\s*\|.*\|\s*$/s;

/** In at most 40,000 characters, of the text as of what is sent. */
export function toMrkdwn(markdown: string): string {
  let read = truncate(markdown, MAX_SLACK_TEXT);
  for (;;) {
    const rendered = render(read);
    if (rendered.length <= MAX_SLACK_TEXT) return rendered;
    // Escapes make text longer: the part that fits, and a little less for the ends of what was cut.
    read = truncate(read, Math.floor((read.length * (MAX_SLACK_TEXT - 16)) / rendered.length));
  }
}

function render(markdown: string): string {
  const lines = escapeSlackText(markdown.replaceAll('\r\n', '\n')).split('\n');
  const out: string[] = [];
  let at = 0;
  while (at < lines.length) at = FENCE.test(lines[at]!) ? fenced(lines, at, out) : plain(lines, at, out);
  return out.join('\n').trim();
}

/** A block of code, which ends with the text if nothing else ends it. Answers the line behind it. */
function fenced(lines: readonly string[], from: number, out: string[]): number {
  const mark = FENCE.exec(lines[from]!)![1]!;
  out.push('```');
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trimStart().startsWith(mark)) break;
    // Three backticks inside would end the block for Slack.
    out.push(line.replaceAll('```', "'''"));
  }
  out.push('```');
  return at + 1;
}

function plain(lines: readonly string[], from: number, out: string[]): number {
  if (TABLE_ROW.test(lines[from]!)) return table(lines, from, out);
  out.push(renderLine(lines[from]!));
  return from + 1;
}

/** Slack has no tables: the columns stay below each other as code. */
function table(lines: readonly string[], from: number, out: string[]): number {
  let end = from + 1;
  while (end < lines.length && TABLE_ROW.test(lines[end]!)) end++;
  const rows = lines.slice(from, end).map((row) => row.replaceAll('```', "'''"));
  out.push('```', ...rows, '```');
  return end;
}

function renderLine(line: string): string {
  const heading = HEADING.exec(line);
  if (heading) return emphasized(heading[1]!);
  const quote = QUOTE.exec(line);
  if (quote) return `> ${renderInline(quote[1]!)}`;
  const bullet = BULLET.exec(line);
  if (bullet) return `${bullet[1]!}• ${renderInline(bullet[2]!)}`;
  return renderInline(line);
}

/** Bold as a whole, so nothing inside is. */
function emphasized(text: string): string {
  const line = renderInline(text.replaceAll('*', '')).trim();
  return line === '' ? '' : `*${line}*`;
}
