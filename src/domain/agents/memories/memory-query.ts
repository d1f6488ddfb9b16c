import { searchable, wordsOf } from './words.js';

/** A search in the two forms that the engine is asked in; both are web-style queries of bare words. */
export interface MemoryQuery {
  /** What a document must have. */
  match: string;
  /** Any of the wanted words: weighing them all against each other would grow with the square (ADR 102). */
  rank: string;
  wanted: readonly string[];
}

const TOKEN = /-?"[^"]*"?|\S+/gu;
const OR = 'or';

/** Words, `"phrases"`, `or` and `-` (04 §4.7). Every text is a query; what holds no word asks for nothing. */
export function readMemoryQuery(text: string): MemoryQuery {
  const match: string[] = [];
  const wanted: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const words = Array.from(wordsOf(token), (word) => searchable(word.text));
    if (words.length === 0) continue;
    const isNegated = token.startsWith('-');
    // `a-b` stands together in the text, so it is looked for together.
    const term = words.length > 1 || token.includes('"') ? `"${words.join(' ')}"` : words.join();
    match.push(isNegated ? `-${term}` : term);
    if (!isNegated) wanted.push(...words.filter((word) => word !== OR));
  }
  return { match: match.join(' '), rank: wanted.join(` ${OR} `), wanted };
}
