/** Pages of which programs write a part: each part stands between two marks of its name. */
import { readFile, writeFile } from 'node:fs/promises';

const marks = (name) => [`<!-- ${name}: generated -->\n`, `\n<!-- ${name}: end -->`];

/** What stands in the page now. */
export async function part(file, name) {
  const [begin, end] = marks(name);
  const text = await readFile(file, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no part called ${name}`);
  return {
    before: text.slice(0, from + begin.length),
    is: text.slice(from + begin.length, to),
    after: text.slice(to),
  };
}

export async function writePart(file, name, wanted) {
  const { before, after } = await part(file, name);
  await writeFile(file, before + wanted + after);
}

/** As the formatter of this repository lays tables out. */
export function markdownTable(head, lines) {
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at].length)));
  const print = (line) => `| ${line.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [print(head), rule, ...lines.map(print)].join('\n');
}
