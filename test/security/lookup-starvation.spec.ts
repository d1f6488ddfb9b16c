import { afterEach, expect, it } from '@jest/globals';
import { ask, eventually, startGateway, startUpstream, stopAll } from '../gateway/wire/wire-harness.js';

afterEach(stopAll);

it('names that nobody resolves hold two threads for each agent that asks, and no more', async () => {
  const upstream = await startUpstream();
  let stuck = 0;
  const release: (() => void)[] = [];
  const gateway = await startGateway({
    upstream: { connectTimeoutMs: 1_000 },
    destinations: {
      allowedPrivateHosts: ['127.0.0.1'],
      lookup: async (host) => {
        if (host === 'good.test') return [{ address: '127.0.0.1', family: 4 }];
        stuck += 1;
        await new Promise<void>((resolve) => release.push(resolve));
        throw new Error('no answer');
      },
    },
  });
  const flood = Array.from({ length: 20 }, (_, index) => ask(gateway, `http://n${index}.slow.test/`));
  await eventually(() => stuck > 0);
  const other = await ask(gateway, `http://good.test:${upstream.port}/`, {
    token: gateway.stages.newToken('b'),
  });
  expect([other.status, stuck]).toEqual([200, 2]);
  const answers = await Promise.all(flood);
  expect(answers.map(({ json }) => json.detail)).toEqual(Array(20).fill('timeout'));
  // What nobody waits for any more is not looked up later either.
  while (release.length > 0) release.pop()!();
  const own = await ask(gateway, `http://good.test:${upstream.port}/`);
  expect([own.status, stuck]).toEqual([200, 2]);
});
