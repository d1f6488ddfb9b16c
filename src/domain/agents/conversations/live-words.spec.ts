import { describe, expect, it } from '@jest/globals';
import { CredentialMask } from '../../text/credential-mask.js';
import { finished } from '../../text/reading.js';
import { maskingEvents, type OpenWord } from './live-words.js';

const MASK = CredentialMask.of(['opaque-account-token']);

/** What readers see of each piece of what is being said. */
function shownOf(...pieces: readonly string[]): string[] {
  let open: OpenWord | null = null;
  return pieces.map((text) => {
    const shown: readonly [readonly object[], OpenWord | null] = finished(
      maskingEvents([{ type: 'text.delta', text }], MASK, open),
    );
    const [masked, left] = shown;
    open = left;
    return masked.map((event) => ('text' in event ? String(event.text) : '')).join('');
  });
}

describe('a word that is being said (R44)', () => {
  it.each([
    ['is shown at once while it is short', ['x'.repeat(11), ' '], ['x'.repeat(11), ' ']],
    ['waits for its end when it is long', ['x'.repeat(12), ' '], ['', `${'x'.repeat(12)} `]],
    ['waits however long words are', ['x'.repeat(8_192), ' '], ['', `${'x'.repeat(8_192)} `]],
    ['is shown when it is too long for one', ['x'.repeat(8_193), ' '], ['x'.repeat(8_193), ' ']],
    ['ends with a control character', [`${'x'.repeat(12)}\x7f`], [`${'x'.repeat(12)}\x7f`]],
    ['ends with a letter that is not of ASCII', [`${'x'.repeat(12)}é`], [`${'x'.repeat(12)}é`]],
    ['goes on over signs of ASCII', ['xxxxxx~!xxxx', ' '], ['', 'xxxxxx~!xxxx ']],
    [
      'is masked together with what was shown of it',
      ['opaque-', 'account-token '],
      ['opaque-', '[redacted] '],
    ],
  ])('%s', (_what, pieces, shown) => {
    expect(shownOf(...pieces)).toEqual(shown);
  });
});
