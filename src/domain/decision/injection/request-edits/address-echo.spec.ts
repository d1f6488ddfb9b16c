import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { threadMs } from '../../../../../test/harness/time/thread-time.js';
import { AddressEcho } from './address-echo.js';

const hide = (value: string, text: string): string =>
  AddressEcho.of([{ kind: 'set-param', name: 'key', value }])!.hide(text);

describe('R59 a credential of the address', () => {
  it.each([
    ['raw', 's3cr+t/1', 'https://x.test/?key=s3cr+t/1&a=1', 'https://x.test/?key=***&a=1'],
    ['encoded', 's3cr+t/1', '?key=s3cr%2Bt%2f1#a', '?key=***#a'],
    ['encoded where nothing has to be', 's3cr', '?key=%733%63r', '?key=***'],
    ['in an address in an address', 's+cr', '?to=%3Fkey%3Ds%252Bcr%26b', '?to=%3Fkey%3D***%26b'],
    ['with a blank', 'a b c', 'a+b+c a%20b%20c a b c', '*** *** ***'],
    ['beyond ASCII', 'schlüssel', `schl${Buffer.from('ü').toString('latin1')}ssel schl%C3%BCssel`, '*** ***'],
    ['more than once', 'twice', 'twicetwice, tw%69ce', '******, ***'],
    ['beside what is no escape', 'value', '%zz%val%value%', '%zz%val%***%'],
  ])('is hidden %s', (_what, value, text, expected) => {
    expect(hide(value, text)).toBe(expected);
  });

  it('is hidden however it is encoded', () => {
    const spelled = fc
      .string({ minLength: 4, maxLength: 20, unit: fc.constantFrom(...'abc+/= %&') })
      .chain((value) =>
        fc.tuple(
          fc.constant(value),
          fc
            .tuple(
              ...[...value].map((character) =>
                fc.constantFrom('raw', 'upper', 'lower').map((how) => {
                  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
                  if (how === 'raw' && character !== '%') return character;
                  return `%${how === 'lower' ? hex : hex.toUpperCase()}`;
                }),
              ),
            )
            .map((parts) => parts.join('')),
        ),
      );
    fc.assert(fc.property(spelled, ([value, text]) => expect(hide(value, `<${text}>`)).toBe('<***>')));
  });

  it('is looked for where it was written into the address, and not where it is too short to tell', () => {
    expect(AddressEcho.of([{ kind: 'set-header', name: 'x', value: 'a-value' }])).toBeNull();
    expect(AddressEcho.of([{ kind: 'path-template', template: '/{value}', value: 'abc' }])).toBeNull();
    const echo = AddressEcho.of([{ kind: 'set-param', name: 'k', value: 'Key abcd', credential: 'abcd' }])!;
    expect(echo.hide('Key abcd, abcd')).toBe('***, ***');
    const renewed = AddressEcho.of([{ kind: 'set-param', name: 'k', value: 'new-one' }], echo)!;
    expect(renewed.hide('abcd new-one')).toBe('*** ***');
  });

  it('costs time linear in the field', () => {
    const began = threadMs();
    for (const text of ['%'.repeat(65_536), '%25'.repeat(21_845), 'a'.repeat(65_536), 'aaab'.repeat(16_384)])
      hide('a'.repeat(4_000), text);
    expect(threadMs() - began).toBeLessThan(500);
  });
});
