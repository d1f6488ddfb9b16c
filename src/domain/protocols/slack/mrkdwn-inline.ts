/** Markdown's `**` and `__` are bold, single ones italic, `~~` struck out; Slack has one character for each. */
const MARKS: Readonly<Record<string, string>> = {
  '***': '*_',
  '**': '*',
  __: '*',
  '*': '_',
  _: '_',
  '~~': '~',
};
/** Closes in the other order than it opens. */
const CLOSING: Readonly<Record<string, string>> = { ...MARKS, '***': '_*' };
const MARK = /\*{1,3}|_{1,2}|~~/y;
const LINK =
  /!?\[([^[\]]{0,500})\]\((https?:\/\/[^\s()<>|]{1,2000}(?:\([^\s()<>|]{0,500}\)[^\s()<>|]{0,500}){0,5})(?: +"[^"<>|]{0,500}")?\)/iy;
const AUTOLINK = /&lt;(https?:\/\/[^\s<>|&]{1,2000}(?:&amp;[^\s<>|&]{0,2000}){0,100})&gt;/iy;
const WORD = /[\p{L}\p{N}]/u;
/** Where something may begin that is not plain text. */
const SPECIAL = /[`*_~![&]/g;

interface Open {
  mark: string;
  /** Where in the output it stands. */
  at: number;
}

/** One line of escaped Markdown. Marks that nothing closes are themselves. */
export function renderInline(line: string): string {
  const out: string[] = [];
  let open: Open[] = [];
  const codes = codesIn(line);
  let at = 0;
  const take = (length: number, text: string): void => {
    out.push(text);
    at += length;
  };
  while (at < line.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(line)?.index ?? line.length;
    if (next > at) {
      take(next - at, line.slice(at, next));
      continue;
    }
    const code = codes.get(at);
    if (code !== undefined) {
      take(code.end - at, codeOf(line.slice(at + code.marks, code.end - code.marks)));
      continue;
    }
    const link = matchAt(LINK, line, at);
    if (link) {
      take(link[0].length, `<${link[2]!}|${labelOf(link[1]!, link[2]!)}>`);
      continue;
    }
    const autolink = matchAt(AUTOLINK, line, at);
    if (autolink) {
      take(autolink[0].length, `<${autolink[1]!}>`);
      continue;
    }
    const mark = matchAt(MARK, line, at)?.[0];
    if (mark === undefined) {
      take(1, line[at]!);
      continue;
    }
    const opened = open.findLast((candidate) => candidate.mark === mark);
    if (opened !== undefined && closes(line, at, mark)) {
      out[opened.at] = MARKS[mark]!;
      take(mark.length, CLOSING[mark]!);
      // What was opened inside and not closed stays as it was written.
      open = open.slice(0, open.indexOf(opened));
      continue;
    }
    if (opened === undefined && opens(line, at, mark)) open.push({ mark, at: out.length });
    take(mark.length, mark);
  }
  return out.join('');
}

/** Code by where it begins: a run of backticks is closed by the next of its length. */
function codesIn(line: string): Map<number, { end: number; marks: number }> {
  const runs = Array.from(line.matchAll(/`+/g), (run) => ({ at: run.index, marks: run[0].length }));
  const nextAt = new Map<number, number>();
  const codes = new Map<number, { end: number; marks: number }>();
  for (const { at, marks } of runs.reverse()) {
    const closing = nextAt.get(marks);
    if (closing !== undefined) codes.set(at, { end: closing + marks, marks });
    nextAt.set(marks, at);
  }
  return codes;
}

function codeOf(text: string): string {
  return `\`${text.trim().replaceAll('`', "'")}\``;
}

function labelOf(label: string, url: string): string {
  const text = label.replaceAll(/\*\*|`/g, '').trim();
  return text === '' ? url : text;
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** At the edge of a word and before something: `2*3` and `snake_case` are no emphasis. */
function opens(line: string, at: number, mark: string): boolean {
  const before = line[at - 1];
  const after = line[at + mark.length];
  return (before === undefined || !WORD.test(before)) && after !== undefined && after.trim() !== '';
}

function closes(line: string, at: number, mark: string): boolean {
  const before = line[at - 1];
  const after = line[at + mark.length];
  return before !== undefined && before.trim() !== '' && (after === undefined || !WORD.test(after));
}
