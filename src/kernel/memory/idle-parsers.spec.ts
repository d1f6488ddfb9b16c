import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import './idle-parsers.js';

/** The list itself, which Node shows to programs of the module system of before. */
const idle = (): number =>
  (createRequire(import.meta.url)('node:_http_common') as { parsers: { list: unknown[] } }).parsers.list
    .length;

describe('parsers of ended connections', () => {
  it('are kept for 64 further connections at most', async () => {
    const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    const accepted = await Promise.all(
      sockets.map(async (socket) => {
        socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
        return once(socket, 'data');
      }),
    );
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
    // They come back in a later turn than the connections end, all in one.
    while (idle() === 0) await nextTurn();
    await nextTurn();
    expect(accepted).toHaveLength(200);
    expect(idle()).toBeGreaterThan(0);
    expect(idle()).toBeLessThanOrEqual(64);
  });
});
