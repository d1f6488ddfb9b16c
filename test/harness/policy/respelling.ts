import fc from 'fast-check';

const FULL_WIDTH_OFFSET = 0xfee0;

/** Other spellings that IDNA (UTS 46) maps to the same character; anything it does not know stays. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  '.': ['\u3002', '\uff0e', '\uff61'],
  c: ['\u24d2', 'C', '\u212d'],
  k: ['\u212a', 'K', '\u24da'],
  o: ['\u24de', '\u2134', '\u00ba'],
};

function spellingsOf(character: string): readonly string[] {
  const letter = /[a-z0-9]/.test(character);
  const wide = letter ? [String.fromCharCode(character.charCodeAt(0) + FULL_WIDTH_OFFSET)] : [];
  return [character, character.toUpperCase(), ...wide, ...(OTHERS[character] ?? [])];
}

/** Functions that write a host or a host pattern in another way that means the same; stars are left alone. */
export const respelling: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fc.infiniteStream(fc.nat(6)), fc.constantFrom('', '.', '\u3002'))
  .map(([choices, end]) => (text: string) => {
    const characters = Array.from(text, (character) => {
      const spellings = spellingsOf(character);
      return spellings[(choices.next().value ?? 0) % spellings.length]!;
    });
    return characters.join('') + (text === '*' ? '' : end);
  });
