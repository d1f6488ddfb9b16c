/** Calls and downloads at addresses of the catalogue, over the operator's way out (06 §8, §11.4.6). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfiguration } from '../../src/kernel/config/load-configuration.js';
import type { DatabaseLocation } from '../../src/kernel/database/database-location.js';
import { ProviderCalls } from '../../src/kernel/egress/provider-calls.js';
import { ProviderStreams } from '../../src/kernel/egress/provider-streams.js';
import { trusting } from '../harness/server/stands.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const DATABASE = { url: 'postgres://db.test/cg' } as DatabaseLocation;
/** In no test does anything wait for it. */
const PATIENCE = 60_000;

let upstream: Upstream;
let trusted: Awaited<ReturnType<typeof trusting>>;
let calls: ProviderCalls;
let streams: ProviderStreams;

beforeAll(async () => {
  upstream = await startUpstream();
  trusted = await trusting(upstream);
  const configuration = loadConfiguration({ ...upstream.settings, ...trusted.settings });
  calls = new ProviderCalls(configuration, DATABASE);
  streams = new ProviderStreams(configuration, DATABASE);
});
afterAll(async () => {
  await upstream.close();
  await trusted.close();
});
afterEach(() => upstream.reset());

const site = (path = '/', host = 'api.acme.test') => new URL(`https://${host}${path}`);
const METADATA = 'metadata.google.internal';

describe('a call to a provider', () => {
  const send = (url: URL, body?: string) =>
    calls.send({
      method: body === undefined ? 'GET' : 'POST',
      url,
      milliseconds: PATIENCE,
      ...(body !== undefined && { body }),
    });

  it('brings what it is asked to, and reads JSON', async () => {
    upstream.answer = (_request, response) =>
      response.writeHead(201, { 'x-answer': 'yes' }).end(JSON.stringify({ a: 1 }));
    const answer = await send(site('/token'), 'code=1');
    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, json: { a: 1 } });
    const { method, body, headers, url } = upstream.only();
    expect([method, body.toString(), url, headers.accept]).toEqual([
      ...['POST', 'code=1', '/token', 'application/json'],
    ]);
    await send(site());
    expect(upstream.only()).toMatchObject({ method: 'GET', body: Buffer.alloc(0) });
  });

  it('follows no redirect, and takes an answer that is no JSON', async () => {
    upstream.answer = (_request, response) => response.writeHead(302, { location: '/other' }).end('moved');
    expect(await send(site())).toMatchObject({ status: 302, json: undefined });
    expect(upstream.seen).toHaveLength(1);
  });

  it.each([
    'http://api.acme.test/',
    'https://user@api.acme.test/',
    'https://:secret@api.acme.test/',
    'https://user:secret@api.acme.test/',
    `https://${METADATA}/`,
    'https://169.254.169.254/',
  ])('is not made to %s', async (url) => {
    await expect(send(new URL(url))).rejects.toThrow(
      url.includes('acme') ? 'credentials may not be sent' : 'did not answer',
    );
    expect(upstream.seen).toEqual([]);
  });

  it('fails when the answer is too long, and when it does not come', async () => {
    upstream.answer = (_request, response) => response.end(Buffer.alloc(1_048_577, '1'));
    await expect(send(site())).rejects.toMatchObject({
      cause: { message: expect.stringContaining('longer') },
    });
    upstream.answer = (_request, response) => response.end('1'.repeat(1_048_576));
    expect(await send(site())).toMatchObject({ status: 200 });
    upstream.answer = () => undefined;
    const waited = calls.send({ method: 'GET', url: site(), milliseconds: 50 });
    await expect(waited).rejects.toThrow('api.acme.test did not answer');
  });

  it('is not made any more once its owner has stopped', async () => {
    const stopped = new ProviderCalls(
      loadConfiguration({ ...upstream.settings, ...trusted.settings }),
      DATABASE,
    );
    await stopped.onModuleDestroy();
    await expect(stopped.send({ method: 'GET', url: site(), milliseconds: PATIENCE })).rejects.toThrow();
    expect(upstream.seen).toEqual([]);
  });
});

describe('a download', () => {
  const download = (url: URL, bytes = 4) =>
    streams.download({ url, bytes, headers: { 'x-file': '1' }, signal: AbortSignal.timeout(PATIENCE) });

  it('has the file up to the very limit, and none of a longer one', async () => {
    upstream.answer = (_request, response) => response.end('abcd');
    const { status, bytes } = await download(site('/file'));
    expect([status, bytes?.toString()]).toEqual([200, 'abcd']);
    expect(upstream.only()).toMatchObject({ url: '/file', headers: { 'x-file': '1' } });
    expect(await download(site('/file'), 3)).toMatchObject({ status: 200, bytes: null });
  });

  it('gives up the body of every other status', async () => {
    const gone = Promise.withResolvers<void>();
    upstream.answer = (_request, response) => {
      response.on('close', () => gone.resolve());
      response.writeHead(302, { location: '/other' }).write('moved');
    };
    const answer = await download(site());
    expect(answer).toMatchObject({ status: 302, bytes: null, headers: { location: '/other' } });
    await gone.promise;
  });

  it('is not made to what is closed', async () => {
    await expect(download(site('/', METADATA))).rejects.toMatchObject({ reason: 'metadata_address' });
    expect(upstream.seen).toEqual([]);
  });
});

describe('a socket', () => {
  const signal = (): AbortSignal => AbortSignal.timeout(PATIENCE);

  it.each(['ws', 'wss'])('of %s is opened by the same way out', async (scheme) => {
    const asked = Promise.withResolvers<string | undefined>();
    upstream.upgrade = (request, socket) => {
      asked.resolve(request.url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    };
    const socket = await streams.socket(new URL(`${scheme}://api.acme.test/socket`), signal());
    socket.addEventListener('error', () => undefined);
    expect(await asked.promise).toMatch(/\/socket$/);
  });

  it.each([`wss://${METADATA}/`, 'ws://169.254.169.254/'])('to %s is not opened', async (url) => {
    await expect(streams.socket(new URL(url), signal())).rejects.toMatchObject({
      reason: 'metadata_address',
    });
    expect(upstream.seen).toEqual([]);
  });
});
