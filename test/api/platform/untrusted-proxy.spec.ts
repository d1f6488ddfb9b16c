import { describe, expect, it } from '@jest/globals';
import { api } from '../../harness/clients/client.js';
import { startServer } from '../../harness/server/server.js';

/** Three requests passed on by a proxy at 127.0.0.1; what the log says of the proxy. */
async function saidWith(settings: Record<string, string>): Promise<unknown[]> {
  const lines: Record<string, unknown>[] = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const server = await startServer({ LOG_LEVEL: 'warn', ...settings }, sink);
  try {
    expect((await api(server).get('/v1/health')).status).toBe(200);
    for (let n = 1; n <= 3; n++)
      await api(server)
        .with({ 'x-forwarded-for': `203.0.113.${n}` })
        .get('/v1/health');
  } finally {
    await server.close();
  }
  return lines.filter(({ context }) => context === 'Proxies').map(({ address }) => address);
}

describe('a proxy of this network that TRUST_PROXY does not name (R67)', () => {
  it('is told in the log, once', async () => {
    expect(await saidWith({ TRUST_PROXY: '192.0.2.1' })).toEqual(['127.0.0.1']);
  });

  it('is not told where it is trusted, or where the operator trusts none', async () => {
    expect(await saidWith({})).toEqual([]);
    expect(await saidWith({ TRUST_PROXY: 'none' })).toEqual([]);
  });
});
