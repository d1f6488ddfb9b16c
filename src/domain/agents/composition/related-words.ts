import { searchable, wordsOf } from '../memories/words.js';

const MAX_WORDS = 32;
const LEAST_LETTERS = 2;
/** Of the language of searches. */
const OR = 'or';

/** A search for memories that have any of the first words of a message; empty when it has none. */
export function relatedWords(message: string): string {
  const words = new Set<string>();
  for (const { text } of wordsOf(message)) {
    const word = searchable(text);
    if (word.length >= LEAST_LETTERS && word !== OR) words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return [...words].join(` ${OR} `);
}
