import { searchable, type Word, wordsOf } from './words.js';
import { truncate } from '../../text/truncate.js';

const MAX_INDEX_LINE = 160;

interface Indexed {
  title: string | null;
  description: string | null;
  content: string;
}

const MARK = '**';
const FRAGMENTS = 2;
const FEWEST_WORDS = 8;
const MAX_WORDS = 30;
/** Words shown before the first match of a fragment. */
const LEAD = 4;
/** What stands between two words, and how much of a word is shown. */
const MAX_BETWEEN = 20;
const MAX_OF_WORD = 64;
const ELLIPSIS = '…';

/** Beyond it nobody is asked whether a word matches: such a text is made to be expensive. */
const MAX_CANDIDATES = 2_000;

/**
 * The distinct words of a text that can be forms of a wanted one, in order. Stemming keeps the first letter, so that
 * only these are worth asking the engine about.
 */
export function candidates(text: string, wanted: Iterable<string>): string[] {
  const initials = new Set(Array.from(wanted, initialOf));
  const found = new Set<string>();
  for (const { text: word } of wordsOf(text)) {
    const form = searchable(word);
    if (initials.has(initialOf(form))) found.add(form);
    if (found.size === MAX_CANDIDATES) break;
  }
  return [...found];
}

/**
 * Up to two fragments of 8 to 30 words around matches, those between `**`; the beginning of a text without any (04 §4.7).
 * The text is plain: asterisks of its own are left out, so that nothing in it looks like a match.
 */
export function snippetOf(text: string, matches: ReadonlySet<string>): string {
  const words = [...wordsOf(text)];
  const isMatch = (at: number): boolean => matches.has(searchable(words[at]!.text));
  const fragments: string[] = [];
  for (let at = 0, free = 0; at < words.length && fragments.length < FRAGMENTS; at++) {
    if (!isMatch(at)) continue;
    const [from, to] = windowAround(at, free, words.length);
    fragments.push(rendered(text, words, from, to, isMatch));
    [at, free] = [to - 1, to];
  }
  if (fragments.length === 0) return rendered(text, words, 0, Math.min(MAX_WORDS, words.length), () => false);
  return fragments.join(` ${ELLIPSIS} `);
}

/** From a little before the match; at the end of the text further back, as far as words are free. */
function windowAround(match: number, free: number, count: number): [from: number, to: number] {
  const to = Math.min(count, Math.max(free, match - LEAD) + MAX_WORDS);
  const from = Math.max(free, Math.min(match - LEAD, to - FEWEST_WORDS));
  return [from, to];
}

function rendered(
  text: string,
  words: readonly Word[],
  from: number,
  to: number,
  isMatch: (at: number) => boolean,
): string {
  let shown = '';
  for (let at = from; at < to; at++) {
    const word = words[at]!;
    if (at > from) shown += between(text.slice(words[at - 1]!.end, word.start));
    const visible = word.text.length > MAX_OF_WORD ? searchable(word.text) + ELLIPSIS : word.text;
    shown += isMatch(at) ? MARK + visible + MARK : visible;
  }
  return shown;
}

function between(gap: string): string {
  const plain = gap
    .slice(0, MAX_BETWEEN + 1)
    .replaceAll('*', '')
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ');
  return gap.length > MAX_BETWEEN ? ` ${ELLIPSIS} ` : plain;
}

function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** What the agent's index says of a memory (04 §4.8): one line of up to 160 characters. */
export function indexLine({ title, description, content }: Indexed): string {
  const line = description ?? title ?? firstLine(content);
  const plain = line.replaceAll(/\s+/g, ' ').trim();
  return plain.length <= MAX_INDEX_LINE
    ? plain
    : `${truncate(plain, MAX_INDEX_LINE - ELLIPSIS.length).trimEnd()}${ELLIPSIS}`;
}

function firstLine(content: string): string {
  return content.trimStart().split(/[\r\n]/, 1)[0]!;
}
