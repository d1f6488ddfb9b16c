import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { basic, startGateway, stopAll } from './wire-harness.js';

afterEach(stopAll);

/** One byte above 0x7f, which UTF-8 would write as two. */
const NAME = 'caf\xe9';

/** Asks for `path` in absolute form and resolves with the bytes so far as soon as `enough` of them are there. */
async function bytesOf(path: string, port: number, enough: (text: string) => boolean): Promise<string> {
  const gateway = await startGateway();
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!enough(text)) return;
      socket.destroy();
      resolve(text);
    });
    socket.write(
      `GET http://127.0.0.1:${port}${path} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
  });
}

async function upstreamPort(body: string | null): Promise<{ port: number; close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'x-name': NAME, ...(body === null ? {} : { 'content-length': body.length }) });
    // flushHeaders() would write the head as UTF-8.
    if (body === null) response.write('', 'latin1');
    else response.end(Buffer.from(body, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

it('06-24 a head without a body yet arrives at once, byte for byte (06 §9.7, §9.8)', async () => {
  const upstream = await upstreamPort(null);
  const text = await bytesOf('/stream', upstream.port, (seen) => seen.includes('\r\n\r\n'));
  expect(text).toContain(`x-name: ${NAME}\r\n`);
  upstream.close();
});

it('a head that leaves together with its body keeps the bytes of both', async () => {
  const upstream = await upstreamPort('na\xefve \x80\xff');
  const text = await bytesOf('/small', upstream.port, (seen) => seen.includes('\xff'));
  expect(text).toContain(`x-name: ${NAME}\r\n`);
  expect(text.endsWith('\r\n\r\nna\xefve \x80\xff')).toBe(true);
  upstream.close();
});
