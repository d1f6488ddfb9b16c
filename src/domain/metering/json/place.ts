/** Something that is looked for, or may be. */
export const FIXED = 0;
/** Nothing: blanks, literals, numbers nobody wants. */
export const FREE = 1;
/** A string of which the bytes are counted. */
export const TEXT = 2;
/** Another string, of which nothing is wanted. */
export const SKIPPED = 3;

/** What a byte of JSON is about, unless it is one of structure. */
export type Place = typeof FIXED | typeof FREE | typeof TEXT | typeof SKIPPED;
