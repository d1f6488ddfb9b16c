import { describe, expect, it } from '@jest/globals';
import {
  type Destination,
  type DestinationGuard,
  DestinationRefused,
  type ResolvedAddress,
} from './destination/destination-guard.js';
import { GuardedEgress } from './guarded-egress.js';

const asked: Destination[] = [];

function egress(resolve: () => Promise<ResolvedAddress[]>): GuardedEgress {
  asked.length = 0;
  const guard = {
    resolve: (destination: Destination) => {
      asked.push(destination);
      return resolve();
    },
  };
  return new GuardedEgress(guard as unknown as DestinationGuard, {}, ({ host }) => host);
}

const patient = () => new AbortController().signal;

describe('a URL before it is called', () => {
  it.each([
    ['https://a.test', { scheme: 'https', host: 'a.test', port: 443 }],
    ['http://a.test', { scheme: 'http', host: 'a.test', port: 80 }],
    ['https://a.test.:8443', { scheme: 'https', host: 'a.test', port: 8443 }],
  ])('%s is looked at as the destination it leads to', async (url, destination) => {
    await egress(() => Promise.resolve([])).judge(new URL(url), patient());
    expect(asked).toEqual([destination]);
  });

  it('is refused where the destination is', async () => {
    const refused = new DestinationRefused('a.test', 'private_address');
    await expect(
      egress(() => Promise.reject(refused)).judge(new URL('https://a.test'), patient()),
    ).rejects.toBe(refused);
  });

  it('may go on where only the look-up fails: a proxy may know the name', async () => {
    const failing = egress(() => Promise.reject(new Error('ENOTFOUND')));
    await expect(failing.judge(new URL('https://a.test'), patient())).resolves.toBeUndefined();
  });

  it('is waited for as long as the signal says', async () => {
    const look = Promise.withResolvers<ResolvedAddress[]>();
    const given = new AbortController();
    const judged = egress(() => look.promise).judge(new URL('https://a.test'), given.signal);
    given.abort(new Error('too late'));
    await expect(judged).rejects.toThrow('too late');
    look.resolve([]);
  });

  it('is not looked up any more when the signal is over before its turn', async () => {
    const look = Promise.withResolvers<ResolvedAddress[]>();
    const busy = egress(() => look.promise);
    const first = [1, 2].map(() => busy.judge(new URL('https://slow.test'), patient()));
    const given = new AbortController();
    const waiting = busy.judge(new URL('https://slow.test'), given.signal);
    given.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    look.resolve([]);
    await Promise.all(first);
    await new Promise(setImmediate);
    expect(asked).toHaveLength(2);
  });
});

it('ends its connections', async () => {
  const ended = egress(() => Promise.resolve([]));
  await ended.destroy();
  expect(ended.dispatcher).toMatchObject({ destroyed: true });
});
