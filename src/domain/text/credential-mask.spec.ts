import { describe, expect, it } from '@jest/globals';
import { finished, type Reading } from './reading.js';
import { maskingEvents, type OpenWord } from '../agents/conversations/live-words.js';
import type { NewEvent } from '../agents/conversations/transcript-event.js';
import { CredentialMask } from './credential-mask.js';

const VALUE = 'p@ss "Wort"/9+7?ü';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('R44 a mask of credentials', () => {
  const mask = CredentialMask.of([VALUE]);

  it.each([
    ['as it is', VALUE],
    ['in JSON', JSON.stringify(VALUE).slice(1, -1)],
    ['percent-encoded', encodeURIComponent(VALUE)],
    ['percent-encoded in lower case', encodeURIComponent(VALUE).toLowerCase().replace('w', 'W')],
    ['in a form', encodeURIComponent(VALUE).replaceAll('%20', '+')],
    ['percent-encoded altogether', [...Buffer.from(VALUE)].map((byte) => `%${byte.toString(16)}`).join('')],
  ])('replaces it %s, wherever it stands', (_how, text) => {
    expect(mask.text(`a ${text}, ${text}${text}`)).toBe('a [redacted], [redacted][redacted]');
  });

  it.each(['', 'u', 'us', 'user:', 'users:'])('replaces it in base64 behind %j', (before) => {
    for (const after of ['', 'x', 'xy', 'xyz']) {
      for (const text of [
        base64(before + VALUE + after),
        Buffer.from(before + VALUE + after).toString('base64url'),
      ]) {
        const masked = mask.text(`Basic ${text}!`);
        expect(masked).toContain('[redacted]');
        expect(masked).not.toContain(base64(VALUE).slice(4, -4));
        // A group that it shares with its neighbours may be left of it, no more.
        expect(masked.replace('[redacted]', '').length).toBeLessThan('Basic !'.length + text.length - 12);
      }
    }
  });

  it('replaces what was cut off within it, and leaves the beginnings that words have', () => {
    expect(CredentialMask.of(['opaque-account-token']).text('It is opaque-accou')).toBe('It is [redacted]');
    expect(CredentialMask.of(['opaque-account-token']).text('It is opaque')).toBe('It is opaque');
  });

  it('replaces the lines and fields of one that has several, and the longer of two that begin alike', () => {
    const lines = CredentialMask.of(['-----BEGIN X-----\nMIIEvQIBADANBgkqhki\nabc\n']);
    expect(lines.text('a MIIEvQIBADANBgkqhki abc')).toBe('a [redacted] abc');
    const fields = CredentialMask.of([
      JSON.stringify({ a: { token: 'opaque-account-token' }, type: 'user' }),
    ]);
    expect(fields.text('a opaque-account-token of a user')).toBe('a [redacted] of a user');
    expect(CredentialMask.of(['aaaaaaaa', 'aaaaaaaabb']).text('aaaaaaaabb')).toBe('[redacted]');
  });

  it('leaves short values and ordinary text alone', () => {
    const text = 'A basic understanding of bearer bonds, https://a.test/?code=a and 1234567.';
    expect(CredentialMask.of(['1234567', '']).text(text)).toBe(text);
  });

  it('masks names and values of what a tool is called with', () => {
    expect(finished(mask.maskingValue({ [VALUE]: [VALUE, 1, null, { a: VALUE }] }))).toEqual({
      '[redacted]': ['[redacted]', 1, null, { a: '[redacted]' }],
    });
  });

  const pieces = (reading: Reading<unknown>): number => {
    let count = 1;
    while (!reading.next().done) count += 1;
    return count;
  };

  it('is linear in hostile text', () => {
    const several = CredentialMask.of(Array.from({ length: 20 }, (_, at) => `aaaaaaaa-${at}-credential`));
    for (const text of ['a', 'aaaaaaaa-', '-----BEGIN PRIVATE KEY-----', '://', 'basic ', '-'])
      several.text(text.repeat(Math.ceil(20_000 / text.length)));
  });

  it('has as much to read for many credentials as for one', () => {
    const many = CredentialMask.of(
      Array.from({ length: 200 }, (_, at) => `${at}-${'x'.repeat(at % 7)}-credential`),
    );
    const text = 'What is said, 1-credentials or not. '.repeat(1_000);
    expect(pieces(many.masking(text))).toBe(pieces(CredentialMask.of(['1-x-credential']).masking(text)));
  });

  it('is made, and read, in pieces however long credentials and texts are (ADR 122)', () => {
    const long = Array.from({ length: 50 }, (_, at) => `${at}-credential-of-a-line\n`.repeat(500));
    expect(pieces(CredentialMask.making(long))).toBeGreaterThan(100);
    expect(pieces(mask.masking('x'.repeat(524_288)))).toBeGreaterThan(100);
    // Each place is compared with a thousand credentials that begin like it.
    const alike = CredentialMask.of(Array.from({ length: 1_000 }, (_, at) => `sk-ant-${at}-credential`));
    expect(pieces(alike.masking('sk-ant'.repeat(1_000)))).toBeGreaterThan(900);
  });
});

function live(pieces: readonly string[], mask: CredentialMask, more: readonly NewEvent[] = []): NewEvent[] {
  let open: OpenWord | null = null;
  const all: NewEvent[] = [];
  for (const event of [...pieces.map((text): NewEvent => ({ type: 'text.delta', text })), ...more]) {
    const [masked, left]: [NewEvent[], OpenWord | null] = finished(maskingEvents([event], mask, open));
    all.push(...masked);
    open = left;
  }
  return all;
}
const textOf = (events: readonly NewEvent[]): string =>
  events
    .filter(({ type }) => type === 'text.delta')
    .map(({ text }) => String(text))
    .join('');

describe('R44 what is said live', () => {
  const mask = CredentialMask.of(['opaque-account-token']);
  const END: NewEvent = { type: 'text', text: '' };

  it('loses a credential however it is cut, and nothing else', () => {
    const said = `Well, opaque-account-token is it; ghp_${'a1B2'.repeat(9)}. 你好，世界 and\nhttps://docs.test/a/long/address.`;
    for (const size of [1, 2, 3, 5, 8, 13, 40, 1_000]) {
      const pieces = said.match(new RegExp(`.{1,${size}}`, 'gsu'))!;
      const text = textOf(live(pieces, mask, [END]));
      expect(text).not.toContain('account-token');
      expect(text).not.toContain('a1B2a1B2a1B2');
      expect(text).toMatch(
        /^Well, .*\[redacted\] is it; .*\[redacted\]\.? 你好，世界 and\nhttps:\/\/docs\.test\/a\/long\/address\.$/,
      );
    }
  });

  it('is shown at once but for a long word, which comes with what follows it', () => {
    expect(live(['Hel', 'lo, ', 'world'], mask).map(({ text }) => text)).toEqual(['Hel', 'lo, ', 'world']);
    expect(live(['a-rather-long-word', ' ', 'x'], mask).map(({ text }) => text)).toEqual([
      'a-rather-long-word ',
      'x',
    ]);
    expect(textOf(live(['a-rather-long-word'], mask))).toBe('');
    expect(live(['a-rather-long-word'], mask, [END]).map(({ type }) => type)).toEqual(['text.delta', 'text']);
  });

  it('is shown where a word has no end', () => {
    expect(
      textOf(
        live(
          Array.from({ length: 20 }, () => 'x'.repeat(1_000)),
          mask,
        ),
      ).length,
    ).toBeGreaterThan(8_000);
  });
});
