import { truncate } from '../../text/truncate.js';

const MAX_WORDS = 32;
const LEAST_LETTERS = 2;

/** Of the language of searches. */
const OR = 'or';

/** A word of a text and where it stands. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** Beyond it a run of letters is no word of any language. */
const MAX_WORD = 64;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    yield { text: word, start: index, end: index + word.length };
  }
}

/** As the index and the query have it, whatever the letter case and the spelling of accents. */
export function searchable(word: string): string {
  return truncate(truncate(word, MAX_WORD).normalize('NFC').toLowerCase(), MAX_WORD);
}

/**
 * The words of a text by single spaces, which is all that the search engine gets to see: its own parser takes minutes for
 * 100,000 characters of `a_a_a` and reads tags, addresses and numbers into plain text (ADR 102).
 */
export function searchText(text: string): string {
  return Array.from(wordsOf(text), (word) => searchable(word.text)).join(' ');
}

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
