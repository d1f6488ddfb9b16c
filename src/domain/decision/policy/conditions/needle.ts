/**
 * Substring search in time linear in the text. The engine's native search is fastest and linear while its
 * skip tables cover the whole needle; V8 builds them for the last 250 characters only, so that a body made to fit
 * a longer needle could cost text × needle. Long needles use Knuth-Morris-Pratt.
 */
export interface Needle {
  readonly text: string;
  /** Longest proper border of each prefix; null for short needles. */
  readonly borders: Uint16Array | null;
}

const NATIVE_LENGTH = 200;

/** `text` is 1 to 1000 characters (02 §6.8); above 65,535 borders would not fit and native search is used. */
export function compileNeedle(text: string): Needle {
  const long = text.length > NATIVE_LENGTH && text.length < 65_536;
  return { text, borders: long ? bordersOf(text) : null };
}

export function contains(haystack: string, needle: Needle): boolean {
  const { text, borders } = needle;
  if (borders === null) return haystack.includes(text);
  let matched = 0;
  for (let index = 0; index < haystack.length; index++) {
    const code = haystack.charCodeAt(index);
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = borders[matched - 1]!;
    if (text.charCodeAt(matched) === code) matched++;
    if (matched === text.length) return true;
  }
  return false;
}

function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  let border = 0;
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    while (border > 0 && text.charCodeAt(border) !== code) border = borders[border - 1]!;
    if (text.charCodeAt(border) === code) border++;
    borders[index] = border;
  }
  return borders;
}
