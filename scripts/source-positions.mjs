/**
 * A source map of a bundle in parts, one a source, so that a fault reads the lines of the files it went through and not
 * those of two thousand. Our own sources keep every position, packages one a line of theirs.
 */
import { join, relative } from 'node:path';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/**
 * The line `firstLines[i]`, from 0 and rising, is where the bundle goes on with `sources[i]`, from `firstColumns[i]` on;
 * `mappings[i]` begins with that line.
 */
export function positionsOf({ sources, mappings }, folder, root) {
  const parts = [];
  let [source, line, column] = [0, 0, 0];
  mappings.split(';').forEach((text, at) => {
    let generated = 0;
    for (const segment of text === '' ? [] : text.split(',')) {
      const [columns, ...origin] = decoded(segment);
      generated += columns;
      if (origin.length < 3) continue;
      [source, line, column] = [source + origin[0], line + origin[1], column + origin[2]];
      if (parts.at(-1)?.source !== source)
        parts.push({ source, firstLine: at, firstColumn: generated, lines: [] });
      const { firstLine, lines } = parts.at(-1);
      (lines[at - firstLine] ??= []).push([generated, line, column]);
    }
  });
  const names = sources.map((path) => relative(root, join(folder, path)).replaceAll('\\', '/'));
  return {
    firstLines: parts.map(({ firstLine }) => firstLine),
    firstColumns: parts.map(({ firstColumn }) => firstColumn),
    sources: parts.map((part) => names[part.source]),
    mappings: parts.map(({ source: of, lines }) => encodedLines(lines, !names[of].includes('node_modules/'))),
  };
}

function encodedLines(lines, isExact) {
  let [line, column] = [0, 0];
  const encodedLine = (segments) => {
    let generated = 0;
    return (isExact ? segments : segments.filter(beginsLine))
      .map(([at, ...origin]) => {
        const text = [at - generated, 0, origin[0] - line, origin[1] - column].map(encoded).join('');
        [generated, line, column] = [at, ...origin];
        return text;
      })
      .join(',');
  };
  return Array.from(lines, (segments) => encodedLine(segments ?? [])).join(';');
}

const beginsLine = ([, line], at, segments) => at === 0 || segments[at - 1][1] !== line;

/** Numbers of base 64, five bits a digit, the lowest first; the lowest bit of all is the sign. */
function decoded(text) {
  const numbers = [];
  let [number, shift] = [0, 0];
  for (const digit of text) {
    const value = VALUES.get(digit);
    number |= (value & 31) << shift;
    if (value & 32) {
      shift += 5;
      continue;
    }
    numbers.push(number & 1 ? -(number >>> 1) : number >>> 1);
    [number, shift] = [0, 0];
  }
  return numbers;
}

function encoded(number) {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const value = rest & 31;
    rest >>>= 5;
    text += DIGITS[rest > 0 ? value | 32 : value];
  } while (rest > 0);
  return text;
}
