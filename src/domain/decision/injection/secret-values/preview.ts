/** How a new inline value is shown once, in its create response (02 §3.6.1). */
const DOT = '•';
const SHORT = 8;
const SHOWN = 4;

/** Up to 8 characters: all masked, same length. Longer: first 4, eight dots, last 4. */
export function maskValue(value: string): string {
  const characters = Array.from(value);
  if (characters.length <= SHORT) return DOT.repeat(characters.length);
  const head = characters.slice(0, SHOWN).join('');
  return head + DOT.repeat(SHORT) + characters.slice(-SHOWN).join('');
}
