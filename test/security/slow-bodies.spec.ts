import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { heldMemory } from '../harness/server/held-memory.js';
import { startServer } from '../harness/server/server.js';
import { basic, eventually, startGateway, startUpstream, stopAll } from '../gateway/wire/wire-harness.js';

afterEach(stopAll);

const MEBIBYTE = 1_048_576;

describe('bodies that are read before anything is decided', () => {
  it('cost about their bytes, also when they come one by one', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    let grown = 0;
    gateway.stages.decision = async (exchange) => {
      const before = heldMemory().heapUsed;
      await exchange.body.peek(MEBIBYTE / 2);
      grown = heldMemory().heapUsed - before;
      return null;
    };
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `POST http://${upstream.authority}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n` +
        `Proxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    socket.write(`${'1\r\nx\r\n'.repeat(MEBIBYTE / 2)}0\r\n\r\n`);
    await eventually(() => upstream.seen.length > 0);
    socket.destroy();
    expect(upstream.seen[0]!.body.equals(Buffer.alloc(MEBIBYTE / 2, 'x'))).toBe(true);
    expect(grown).toBeLessThan(10 * MEBIBYTE);
  });

  it('do not keep a connection for ever when they do not come', async () => {
    const gateway = await startGateway({
      bodies: { agentBytes: MEBIBYTE, processBytes: MEBIBYTE, patienceMs: 200 },
    });
    gateway.stages.decision = ({ body }) => body.peek(1_000).then(() => null);
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST http://127.0.0.1:9/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n` +
        `Proxy-Authorization: ${basic(gateway.token)}\r\n\r\nonly this much`,
    );
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
    expect(await closed).toBe('closed');
  });
});

it('a body that nobody asked for costs the management API about its bytes, also when they come one by one', async () => {
  const server = await startServer();
  const before = heldMemory().heapUsed;
  const socket = connect(Number(new URL(server.apiUrl).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write('POST /v1/agents HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write('1\r\nx\r\n'.repeat(MEBIBYTE / 2));
  await eventually(() => socket.writableLength === 0);
  // What is still between the sockets is read in the meantime.
  await sleep(500);
  const grown = heldMemory().heapUsed - before;
  socket.write('0\r\n\r\n');
  await eventually(() => answer !== '');
  socket.destroy();
  await server.close();
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(grown).toBeLessThan(10 * MEBIBYTE);
});
