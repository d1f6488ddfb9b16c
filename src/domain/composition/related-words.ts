import { searchable, wordsOf } from '../memories/words.js';

const MOST_WORDS = 32;
/** Shorter ones are in every text. */
const LEAST_LETTERS = 3;

/** A search for memories that have any of the first words of a message; empty when it has none. */
export function relatedWords(message: string): string {
  const words = new Set<string>();
  for (const { text } of wordsOf(message)) {
    const word = searchable(text);
    if (word.length >= LEAST_LETTERS) words.add(word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words].join(' or ');
}
