/**
 * What a name or message that somebody else chose may not do to a terminal: control characters of both sets, which move
 * the cursor, recolour and retitle, and the marks that turn the direction of what follows (they make one text look like another).
 */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
/** `JSON.stringify` leaves these as they are. */
const UNESCAPED = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** One line of text, for the eye. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** JSON of the same value, in characters that every terminal shows and every parser reads. */
export function jsonOf(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
