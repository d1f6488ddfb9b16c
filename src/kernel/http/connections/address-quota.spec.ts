import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { AddressQuota } from './address-quota.js';

const from = (address: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
const networkOf = (address: string): string | null =>
  address === 'bridge' ? null : address.split('.', 1)[0]!;

it('counts whom each address stands for by itself, in whatever order they come', async () => {
  const quota = new AddressQuota(2, networkOf);
  const held = from('1.a');
  expect(quota.admit(held)).toBe(true);
  const answers = ['1.a', '1.a', '2.a', '1.b', '2.b', '2.a', 'bridge', '1.a', 'bridge', 'bridge'].map(
    (address) => quota.admit(from(address)),
  );
  expect(answers).toEqual([true, false, true, false, true, false, true, false, true, true]);

  const closed = once(held, 'close');
  held.destroy();
  await closed;
  expect(['2.a', '1.a', '1.a'].map((address) => quota.admit(from(address)))).toEqual([false, true, false]);
});
