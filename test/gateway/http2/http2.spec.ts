import { randomBytes } from 'node:crypto';
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Refusal } from '../../../src/gateway/exchange/exchange.js';
import { answerOn, askOn, http2Through, tunnelOffering } from './http2-client.js';
import { END_HEADERS, END_STREAM, fieldBlock, FRAME, frame, FrameListener, PREFACE } from './http2-frames.js';
import {
  ask,
  eventually,
  listen,
  type Overrides,
  type RunningGateway,
  type RunningUpstream,
  startGateway,
  startUpstream,
  stopAll,
} from '../wire/wire-harness.js';

afterEach(stopAll);

interface Stand {
  gateway: RunningGateway;
  upstream: RunningUpstream;
  session: ClientHttp2Session;
}

/** An agent's session of HTTP/2 to an upstream of HTTP/1.1. */
async function stand(overrides: Overrides = {}): Promise<Stand> {
  const upstreamSettings = { acceptInvalidCertificates: true, ...overrides.upstream };
  const gateway = await startGateway({ ...overrides, upstream: upstreamSettings });
  const upstream = await startUpstream('self-signed');
  const session = await http2Through(gateway, upstream.authority);
  return { gateway, upstream, session };
}

/** Takes connections and says nothing on them, not even of TLS. */
async function startSilentUpstream(): Promise<{ authority: string; connections: number }> {
  const silent = { authority: '', connections: 0 };
  const server = createServer((socket) => {
    silent.connections += 1;
    socket.on('error', () => undefined).resume();
  });
  silent.authority = `127.0.0.1:${await listen(server)}`;
  return silent;
}

const BLOCKED: Refusal = {
  status: 403,
  retryable: false,
  body: { error: 'blocked_by_policy', message: 'No.', rule_name: 'r' },
};

describe('HTTP/2 inside a tunnel', () => {
  it('06-T22, 06-3 two streams of one tunnel are answered in parallel', async () => {
    const { upstream, session } = await stand();
    const waiting: (() => void)[] = [];
    upstream.answer = (request, response) => {
      waiting.push(() => response.end(`answer to ${request.url}`));
      if (waiting.length === 2) for (const answer of waiting) answer();
    };
    const answers = await Promise.all([askOn(session, '/first'), askOn(session, '/second')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ text }) => text)).toEqual(['answer to /first', 'answer to /second']);
  });

  it('06-T23 offers HTTP/1.1 too, which a client without ALPN gets, and nothing else when it is switched off', async () => {
    const { gateway, upstream } = await stand();
    expect((await tunnelOffering(gateway, upstream.authority, ['http/1.1'])).alpnProtocol).toBe('http/1.1');
    const silent = await tunnelOffering(gateway, upstream.authority, []);
    expect(silent.alpnProtocol).toBe(false);
    expect((await ask(gateway, '/', { over: silent })).status).toBe(200);
    const without = await startGateway({ http2: false, upstream: { acceptInvalidCertificates: true } });
    const plain = await tunnelOffering(without, upstream.authority, ['h2', 'http/1.1']);
    expect(plain.alpnProtocol).toBe('http/1.1');
    expect((await ask(without, '/', { over: plain })).status).toBe(200);
  });

  it('a request reaches the upstream as one of HTTP/1.1, for the host of the tunnel', async () => {
    const { gateway, upstream, session } = await stand();
    const answer = await askOn(session, '/p/../q?x=%2F', {
      headers: {
        ':authority': 'elsewhere.test',
        'x-twice': ['one', 'two'],
        cookie: ['a=1', 'b=2'],
        te: 'trailers',
        'x-onecli-connection-id': 'c',
        'x-mine': gateway.token,
        'proxy-authorization': 'Basic eDp5',
      },
    });
    expect(answer.status).toBe(200);
    const [seen] = upstream.seen;
    expect(seen).toMatchObject({ method: 'GET', url: '/q?x=%2F' });
    expect(seen!.headers).toMatchObject({ host: upstream.authority, cookie: 'a=1; b=2' });
    const names = seen!.rawHeaders.filter((_, at) => at % 2 === 0);
    expect(names.filter((name) => name === 'x-twice')).toHaveLength(2);
    for (const kept of ['te', 'x-onecli-connection-id', 'x-mine', 'proxy-authorization'])
      expect(names).not.toContain(kept);
    expect(names.some((name) => name.startsWith(':'))).toBe(false);
  });

  it('bodies pass whole in both directions, whether their length was announced or not', async () => {
    const { upstream, session } = await stand();
    upstream.answer = (_request, response, body) => response.end(body);
    const body = randomBytes(3_000_000);
    for (const headers of [{}, { 'content-length': String(body.length) }]) {
      const stream = session.request({ ':method': 'POST', ':path': '/', ...headers });
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).end(body);
      const { status } = await answerOn(stream);
      expect(status).toBe(200);
      expect(Buffer.concat(chunks).equals(body)).toBe(true);
    }
    const [streamed, counted] = upstream.seen;
    expect(streamed!.headers['transfer-encoding']).toBe('chunked');
    expect(counted!.headers['content-length']).toBe(String(body.length));
    expect(counted!.headers['transfer-encoding']).toBeUndefined();
  });

  it('an agent that does not read holds the upstream back, and no other stream', async () => {
    const { upstream, session } = await stand();
    let written = 0;
    upstream.answer = (request, response) => {
      if (request.url === '/small') return void response.end('small');
      const more = (): void => {
        while (written < 60_000_000 && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on('drain', more);
      more();
    };
    const unread = session.request({ ':path': '/endless' });
    await new Promise((resolve) => unread.once('response', resolve));
    expect((await askOn(session, '/small')).text).toBe('small');
    let before = -1;
    while (before !== written) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(written).toBeLessThan(30_000_000);
    unread.close();
    session.destroy();
  });

  it('06-T40 trailers of an answer reach the agent, and the fields that must not stand there do not', async () => {
    const { upstream, session } = await stand();
    upstream.answer = (_request, response) => {
      response.writeHead(200, { trailer: 'grpc-status, x-sum, set-cookie' });
      response.write('body');
      response.addTrailers({ 'grpc-status': '0', 'x-sum': 'abc', 'set-cookie': 'a=b' });
      response.end();
    };
    const { text, trailers } = await askOn(session, '/', { body: 'x', headers: { ':method': 'POST' } });
    expect(text).toBe('body');
    expect(trailers).toMatchObject({ 'grpc-status': '0', 'x-sum': 'abc' });
    expect(trailers['set-cookie']).toBeUndefined();
  });

  it('an answer without a body is one frame', async () => {
    const { upstream, session } = await stand();
    const statuses: Record<string, number> = { '/204': 204, '/304': 304 };
    upstream.answer = (request, response) => {
      const status = statuses[request.url ?? ''];
      if (status !== undefined) response.writeHead(status, { etag: '"e"' });
      response.end();
    };
    for (const path of ['/204', '/304', '/empty'])
      expect(await askOn(session, path)).toMatchObject({ text: '', endedWithHead: true });
    upstream.answer = (_request, response) => response.writeHead(200, { 'content-length': '5' }).end();
    const head = await askOn(session, '/', { headers: { ':method': 'HEAD' } });
    expect(head).toMatchObject({ status: 200, text: '', endedWithHead: true });
    expect(head.headers['content-length']).toBe('5');
  });

  it('fields of one connection of HTTP/1 end before it', async () => {
    const { upstream, session } = await stand();
    upstream.answer = (_request, response) => {
      response.writeHead(200, [
        'Connection',
        'X-Hop',
        'X-Hop',
        '1',
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
      ]);
      response.end('ok');
    };
    const { rawHeaders, headers } = await askOn(session, '/');
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    const names = rawHeaders.filter((_, at) => at % 2 === 0);
    for (const gone of ['connection', 'x-hop', 'transfer-encoding', 'keep-alive', 'date'])
      expect(names.filter((name) => name === gone)).toHaveLength(gone === 'date' ? 1 : 0);
  });

  it('100 Continue is sent to a request that is let through, never to one that is refused', async () => {
    const { gateway, upstream, session } = await stand();
    const headers = { ':method': 'POST', expect: '100-continue' };
    const body = (stream: ClientHttp2Stream): void =>
      void stream.once('continue', () => stream.end('the body')).resume();
    const answer = await askOn(session, '/', { headers, body });
    expect(answer).toMatchObject({ status: 200, interim: [100] });
    expect(upstream.seen[0]!.body.toString()).toBe('the body');
    gateway.stages.decision = () => BLOCKED;
    const refused = await askOn(session, '/', { headers, body });
    expect(refused).toMatchObject({ status: 403, interim: [] });
    gateway.stages.decision = () => null;
    expect((await askOn(session, '/after')).status).toBe(200);
  });

  it('a refusal is the ordinary one, and what its body still had to say is not waited for', async () => {
    const { gateway, upstream, session } = await stand();
    gateway.stages.decision = () => BLOCKED;
    const body = (stream: ClientHttp2Stream): void => void stream.write(Buffer.alloc(30_000));
    const answer = await askOn(session, '/', { headers: { ':method': 'POST' }, body });
    expect(answer).toMatchObject({ status: 403, json: { error: 'blocked_by_policy', rule_name: 'r' } });
    expect(answer.headers).toMatchObject({ 'x-should-retry': 'false', 'content-type': 'application/json' });
    expect(upstream.seen).toEqual([]);
    expect(session.closed).toBe(false);
  });

  it('06-T11 a token that died ends the session behind its 407', async () => {
    const { gateway, upstream, session } = await stand();
    expect((await askOn(session, '/')).status).toBe(200);
    gateway.stages.revoke(gateway.token);
    let goaway = -1;
    session.on('goaway', (code) => (goaway = code));
    const refused = await askOn(session, '/');
    expect(refused).toMatchObject({ status: 407, json: { error: 'proxy_authentication_required' } });
    await eventually(() => session.destroyed);
    expect(goaway).toBe(0);
    expect(upstream.seen).toHaveLength(1);
  });
});

describe('streams that break', () => {
  it('a cut answer resets its stream and leaves the others alone', async () => {
    const { gateway, upstream, session } = await stand();
    const kept: ServerResponse[] = [];
    upstream.answer = (request, response) => {
      response.writeHead(200);
      response.write('beginning');
      if (request.url === '/cut') setTimeout(() => response.destroy(), 50);
      else kept.push(response);
    };
    const other = askOn(session, '/other');
    await expect(askOn(session, '/cut')).rejects.toThrow(/INTERNAL_ERROR|Reset with 2/);
    kept[0]!.end(', end');
    expect(await other).toMatchObject({ status: 200, text: 'beginning, end' });
    await eventually(() => gateway.stages.outcomes.length === 2);
    const outcome = gateway.stages.outcomes.find(({ target }) => target === '/cut')!.outcome;
    expect(outcome).toMatchObject({ status: 200, complete: false });
  });

  it('an agent that resets a stream aborts its request and no other', async () => {
    const { gateway, upstream, session } = await stand();
    const gone: string[] = [];
    const kept: ServerResponse[] = [];
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      response.on('close', () => gone.push(request.url ?? ''));
      kept.push(response);
    };
    upstream.answer = handle;
    const other = askOn(session, '/other');
    const given = session.request({ ':path': '/given-up' });
    given.on('error', () => undefined);
    await eventually(() => kept.length === 2);
    given.close(8);
    await eventually(() => gone.includes('/given-up'));
    kept[0]!.end('ok');
    expect((await other).text).toBe('ok');
    expect(gateway.stages.outcomes.find(({ target }) => target === '/given-up')!.outcome.complete).toBe(
      false,
    );
  });

  it('an agent that breaks off its body breaks the request upstream', async () => {
    const { gateway, upstream } = await stand();
    let begun = false;
    let whole: boolean | null = null;
    upstream.server.removeAllListeners('request');
    upstream.server.on('request', (request: IncomingMessage) => {
      begun = true;
      request.on('error', () => undefined).on('close', () => (whole = request.complete));
      request.resume();
    });
    const { socket } = await rawSession(gateway, upstream.authority);
    socket.write(
      frame(FRAME.headers, END_HEADERS, 1, fieldBlock([[':method', 'POST'], ...REQUEST.slice(1)])),
    );
    socket.write(frame(FRAME.data, 0, 1, Buffer.alloc(10_000)));
    await eventually(() => begun);
    socket.write(frame(FRAME.reset, 0, 1, Buffer.of(0, 0, 0, 0)));
    await eventually(() => whole !== null);
    expect(whole).toBe(false);
    socket.destroy();
  });

  it('an upstream that cannot be reached is a 502 of its stream', async () => {
    const { gateway, session } = await stand({ upstream: { acceptInvalidCertificates: false } });
    expect(await askOn(session, '/')).toMatchObject({
      status: 502,
      json: { error: 'bad_gateway', detail: 'tls' },
    });
    expect(gateway.faults).toEqual([]);
  });

  it('at the end of the process requests under way are answered behind GOAWAY, new ones refused', async () => {
    const { gateway, upstream, session } = await stand();
    const kept: ServerResponse[] = [];
    upstream.answer = (_request, response) => void kept.push(response);
    let goaway = -1;
    session.on('goaway', (code) => (goaway = code));
    const underWay = askOn(session, '/');
    const idle = await http2Through(gateway, upstream.authority);
    await eventually(() => kept.length === 1);
    const stopped = gateway.stop();
    await eventually(() => goaway === 0 && idle.destroyed);
    await expect(askOn(session, '/late')).rejects.toThrow();
    kept[0]!.end('answered');
    expect((await underWay).text).toBe('answered');
    await stopped;
    expect(upstream.seen).toHaveLength(1);
  });
});

/** A tunnel in which frames are written by hand, after the preface and SETTINGS. */
async function rawSession(gateway: RunningGateway, authority: string, token?: string) {
  const socket = await tunnelOffering(gateway, authority, ['h2'], token);
  const heard = new FrameListener(socket);
  socket.write(Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0)]));
  return { socket, heard };
}

const REQUEST: [string, string][] = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', 'x.test'],
  [':path', '/'],
];

describe('hostile frames', () => {
  it.each<[string, [string, string][], number?]>([
    ['a name in capitals', [...REQUEST, ['X-A', 'b']]],
    ['Transfer-Encoding', [...REQUEST, ['transfer-encoding', 'chunked']]],
    ['Connection', [...REQUEST, ['connection', 'x-a']]],
    ['Upgrade', [...REQUEST, ['upgrade', 'websocket']]],
    ['Keep-Alive', [...REQUEST, ['keep-alive', 'timeout=5']]],
    ['Proxy-Connection', [...REQUEST, ['proxy-connection', 'keep-alive']]],
    ['another TE than trailers', [...REQUEST, ['te', 'gzip']]],
    ['two lengths', [...REQUEST, ['content-length', '1'], ['content-length', '1']]],
    ['two lengths in one field', [...REQUEST, ['content-length', '1, 1']]],
    ['a length that is no number', [...REQUEST, ['content-length', '+1']]],
    ['a length without a body', [...REQUEST, ['content-length', '5']]],
    ['a respelled length', [...REQUEST, ['content_length', '5']]],
    ['a respelled coding', [...REQUEST, ['transfer_encoding', 'chunked']]],
    ['a path with a blank', [...REQUEST.slice(0, 3), [':path', '/a b']]],
    ['a path that ends the request line', [...REQUEST.slice(0, 3), [':path', '/ HTTP/1.1\r\nx: y']]],
    ['a path that is an authority', [...REQUEST.slice(0, 3), [':path', 'http://other.test/']]],
    ['no path', REQUEST.slice(0, 3)],
    ['an empty path', [...REQUEST.slice(0, 3), [':path', '']]],
    ['two paths', [...REQUEST, [':path', '/other']]],
    ['no method', REQUEST.slice(1)],
    ['a method that is none', [[':method', 'GET / HTTP/1.1\r\nx: y'], ...REQUEST.slice(1)]],
    ['a pseudo-header behind a field', [...REQUEST.slice(0, 3), ['x-a', 'b'], [':path', '/']]],
    ['an unknown pseudo-header', [...REQUEST, [':more', 'x']]],
    ['a status', [...REQUEST, [':status', '200']]],
    [
      'CONNECT',
      [
        [':method', 'CONNECT'],
        [':authority', 'x.test:443'],
      ],
    ],
    ['an extended CONNECT', [[':method', 'CONNECT'], [':protocol', 'websocket'], ...REQUEST.slice(1)]],
    ['no authority', [REQUEST[0]!, REQUEST[1]!, REQUEST[3]!]],
    ['userinfo in the authority', [...REQUEST.slice(0, 2), [':authority', 'u@x.test'], REQUEST[3]!]],
    ['two hosts', [...REQUEST, ['host', 'x.test'], ['host', 'x.test']]],
    ['a host beside another authority', [...REQUEST, ['host', 'other.test']]],
  ])('%s is refused: nothing goes upstream, and the gateway lives on', async (_what, fields) => {
    const { gateway, upstream } = await stand();
    const { socket, heard } = await rawSession(gateway, upstream.authority);
    socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, 1, fieldBlock(fields)));
    await eventually(() => {
      const answered = heard.of(FRAME.headers, 1).length > 0;
      return answered || heard.code(1) !== undefined || heard.code(0) !== undefined;
    });
    const [answer] = heard.of(FRAME.headers, 1);
    // 400 is the twelfth entry of the static table.
    if (answer) expect(answer.payload[0]).toBe(0x80 | 12);
    expect(upstream.seen).toEqual([]);
    expect(gateway.faults).toEqual([]);
    const next = await http2Through(gateway, upstream.authority);
    expect((await askOn(next, '/')).status).toBe(200);
    socket.destroy();
  });

  it.each<[string, [string, string]]>([
    ['a line break in a value', ['x-a', 'b\r\nx-evil: 1']],
    ['a bare line feed in a value', ['x-a', 'b\nx-evil: 1']],
    ['a NUL in a value', ['x-a', 'b\0x-evil']],
    ['a line break in a name', ['x-a: b\r\nx-evil', 'd']],
    ['an empty name', ['', 'x-evil']],
  ])('a field with %s is dropped before anybody reads it', async (_what, field) => {
    const { gateway, upstream } = await stand();
    const { socket, heard } = await rawSession(gateway, upstream.authority);
    const block = fieldBlock([...REQUEST, field, ['x-kept', '1']]);
    socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, 1, block));
    await eventually(() => heard.of(FRAME.headers, 1).length > 0);
    expect(upstream.seen).toHaveLength(1);
    expect(upstream.seen[0]!.headers['x-kept']).toBe('1');
    expect(upstream.seen[0]!.rawHeaders.join('\n')).not.toMatch(/evil|x-a/);
    socket.destroy();
  });

  it.each<[string, number, 'end' | 'destroy', boolean]>([
    ['ends its side and has granted nothing', 0, 'end', false],
    ['is gone and has granted nothing', 0, 'destroy', false],
    ['is gone and has read nothing', 2 ** 31 - 1, 'destroy', true],
  ])('an agent that %s leaves nothing open upstream', async (_what, window, leave, unread) => {
    // A hundred handshakes of both sides at once take a busy machine longer than the usual two seconds.
    const { gateway, upstream } = await stand({ upstream: { connectTimeoutMs: 60_000 } });
    let begun = 0;
    let open = 0;
    const piece = Buffer.alloc(262_144);
    upstream.answer = (_request, response) => {
      begun += 1;
      open += 1;
      response.on('close', () => (open -= 1));
      response.write(piece);
    };
    const { socket } = await rawSession(gateway, upstream.authority);
    const value = (number: number): Buffer => Buffer.from(number.toString(16).padStart(8, '0'), 'hex');
    socket.write(frame(FRAME.settings, 0, 0, Buffer.concat([Buffer.from([0, 4]), value(window)])));
    if (window > 0) socket.write(frame(FRAME.window, 0, 0, value(window - 65_535)));
    if (unread) socket.pause();
    for (let stream = 1; stream < 200; stream += 2) {
      socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, stream, fieldBlock(REQUEST)));
    }
    await eventually(() => begun === 100);
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket[leave]();
    await eventually(() => open === 0);
    expect(gateway.faults).toEqual([]);
    socket.destroy();
  });

  it('an agent that reads all it gets is served for as long as it likes', async () => {
    const { gateway, upstream, session } = await stand();
    const piece = Buffer.alloc(65_536);
    upstream.answer = (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) continue;
      };
      response.on('drain', more);
      more();
    };
    const stream = session.request({ ':path': '/endless' });
    let over = false;
    let got = 0;
    stream.on('close', () => (over = true)).on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => (got += chunk.length));
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect([over, gateway.faults]).toEqual([false, []]);
    expect(got).toBeGreaterThan(10_000_000);
    stream.close();
    session.destroy();
  });

  it('a body that disagrees with its length is not passed on whole', async () => {
    for (const bytes of [3, 7]) {
      const { gateway, upstream } = await stand();
      const { socket } = await rawSession(gateway, upstream.authority);
      const fields: [string, string][] = [[':method', 'POST'], ...REQUEST.slice(1), ['content-length', '5']];
      socket.write(frame(FRAME.headers, END_HEADERS, 1, fieldBlock(fields)));
      socket.write(frame(FRAME.data, END_STREAM, 1, Buffer.alloc(bytes)));
      await eventually(() => gateway.stages.outcomes.length === 1);
      expect(gateway.stages.outcomes[0]!.outcome.complete).toBe(false);
      expect(upstream.seen).toEqual([]);
      expect(gateway.faults).toEqual([]);
      socket.destroy();
    }
  });

  it('06-T34 a head that is too large gets 431, one without end is cut', async () => {
    const { gateway, upstream, session } = await stand();
    for (const fields of [
      Array.from({ length: 10 }, (_, at): [string, string] => [`x-${at}`, 'x'.repeat(6_600)]),
      Array.from({ length: 501 }, (_, at): [string, string] => [`x-${at}`, 'v']),
    ]) {
      const { socket, heard } = await rawSession(gateway, upstream.authority);
      const block = fieldBlock([...REQUEST, ...fields]);
      const pieces = [
        block.subarray(0, 16_000),
        block.subarray(16_000, 32_000),
        block.subarray(32_000, 48_000),
      ];
      pieces.push(block.subarray(48_000, 64_000), block.subarray(64_000));
      pieces.forEach((piece, at) => {
        const flags = (at === 0 ? END_STREAM : 0) | (at === pieces.length - 1 ? END_HEADERS : 0);
        socket.write(frame(at === 0 ? FRAME.headers : FRAME.continuation, flags, 1, piece));
      });
      await eventually(() => heard.of(FRAME.headers, 1).length > 0);
      expect(heard.of(FRAME.headers, 1)[0]!.payload.toString('latin1')).toContain('431');
      socket.destroy();
    }
    expect((await askOn(session, '/', { headers: { 'x-large': 'x'.repeat(12_000) } })).status).toBe(200);
    const { socket, heard } = await rawSession(gateway, upstream.authority);
    socket.write(frame(FRAME.headers, END_STREAM, 1, fieldBlock(REQUEST)));
    const more = frame(FRAME.continuation, 0, 1, fieldBlock([['x-a', 'b'.repeat(10_000)]]));
    for (let sent = 0; sent < 100 && !heard.closed; sent += 1) {
      socket.write(more);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => heard.closed);
    expect(upstream.seen).toHaveLength(1);
  });

  it('a field section that unfolds to more than it may is refused', async () => {
    const { gateway, upstream } = await stand();
    const { socket, heard } = await rawSession(gateway, upstream.authority);
    // One entry of the dynamic table, and a byte for each use of it.
    const entry = Buffer.concat([Buffer.of(0x40), fieldBlock([['x-bomb', 'b'.repeat(4_000)]]).subarray(1)]);
    const bomb = Buffer.concat([fieldBlock(REQUEST), entry, Buffer.alloc(10_000, 0x80 | 62)]);
    socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, 1, bomb));
    await eventually(() => heard.code(1) !== undefined || heard.closed);
    expect(upstream.seen).toEqual([]);
    socket.destroy();
  });

  it('streams beyond 100 at once are refused, and those before them answered', async () => {
    const { gateway, upstream } = await stand();
    const kept: ServerResponse[] = [];
    upstream.answer = (_request, response) => void kept.push(response);
    const { socket, heard } = await rawSession(gateway, upstream.authority);
    const block = fieldBlock(REQUEST);
    for (let at = 0; at < 120; at += 1)
      socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, 2 * at + 1, block));
    await eventually(() => heard.of(FRAME.reset).length === 20 && kept.length === 100);
    expect(heard.of(FRAME.reset).every(({ payload }) => payload.readUInt32BE(0) === 7)).toBe(true);
    for (const response of kept) response.end('ok');
    await eventually(() => heard.of(FRAME.data).filter(({ payload }) => payload.length === 2).length === 100);
    expect(gateway.faults).toEqual([]);
    socket.destroy();
  });

  it('beyond those that each agent has, the streams of all agents are bounded', async () => {
    const { gateway, upstream } = await stand({ listener: { mostStreams: 20 } });
    const kept: ServerResponse[] = [];
    upstream.answer = (_request, response) => void kept.push(response);
    const block = fieldBlock(REQUEST);
    const refused = async (token: string): Promise<number> => {
      const { socket, heard } = await rawSession(gateway, upstream.authority, token);
      const before = kept.length;
      for (let at = 0; at < 50; at += 1)
        socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, 2 * at + 1, block));
      await eventually(() => heard.of(FRAME.reset).length + kept.length - before === 50);
      return heard.of(FRAME.reset).length;
    };
    const others = ['other', 'third'].map((name) => gateway.stages.newToken(name));
    // Ten each, and of the twenty for all one agent has ten at most.
    expect([await refused(gateway.token), await refused(others[0]!), await refused(others[1]!)]).toEqual([
      30, 30, 40,
    ]);
    for (const response of kept) response.end('ok');
    await eventually(() => gateway.stages.outcomes.length === 50);
    expect(await refused(others[1]!)).toBe(30);
  });

  it('the connection that is being made for a request taken back is the next one’s', async () => {
    const { gateway } = await stand();
    const silent = await startSilentUpstream();
    const session = await http2Through(gateway, silent.authority);
    for (let round = 0; round < 10; round += 1) {
      const streams = Array.from({ length: 10 }, () => session.request({ ':path': '/' }));
      for (const stream of streams) stream.on('error', () => undefined);
      await eventually(() => silent.connections >= 10);
      await new Promise((resolve) => session.ping(resolve));
      for (const stream of streams) stream.close(8);
      await eventually(() => gateway.stages.outcomes.length === 10 * (round + 1));
    }
    expect(silent.connections).toBe(10);
    session.destroy();
  });

  it.each<[string, (at: number) => Buffer]>([
    [
      'streams that are reset as soon as they are opened',
      (at) =>
        Buffer.concat([
          frame(FRAME.headers, END_STREAM | END_HEADERS, 2 * at + 1, fieldBlock(REQUEST)),
          frame(FRAME.reset, 0, 2 * at + 1, Buffer.of(0, 0, 0, 8)),
        ]),
    ],
    ['PING', () => frame(FRAME.ping, 0, 0, Buffer.alloc(8))],
    ['SETTINGS', () => frame(FRAME.settings, 0, 0, Buffer.of(0, 4, 0, 0, 0xff, 0xff))],
    [
      'empty DATA',
      (at) =>
        at === 0
          ? frame(FRAME.headers, END_HEADERS, 1, fieldBlock([[':method', 'POST'], ...REQUEST.slice(1)]))
          : frame(FRAME.data, 0, 1),
    ],
  ])('a flood of %s ends its session and nothing else', async (_what, each) => {
    const { gateway, upstream, session } = await stand();
    const { socket, heard } = await rawSession(gateway, upstream.authority);
    for (let at = 0; at < 200_000 && !heard.closed; at += 500) {
      socket.write(Buffer.concat(Array.from({ length: 500 }, (_, offset) => each(at + offset))));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => heard.closed);
    expect((await askOn(session, '/')).status).toBe(200);
    expect(gateway.faults).toEqual([]);
  });

  it('frames made up at random harm nobody but who sends them', async () => {
    const { gateway, upstream, session } = await stand();
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 4_294_967_296) * below);
    };
    const valid = fieldBlock(REQUEST);
    for (let sessions = 0; sessions < 40; sessions += 1) {
      const { socket } = await rawSession(gateway, upstream.authority);
      for (let frames = 0; frames < 40; frames += 1) {
        const payload = random(3) === 0 ? Buffer.from(valid) : Buffer.alloc(random(40), random(256));
        for (let at = random(3); at > 0 && payload.length > 0; at -= 1)
          payload[random(payload.length)] = random(256);
        socket.write(frame(random(12), random(256) & 0x2d, random(4) === 0 ? 0 : 1 + 2 * random(8), payload));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.destroy();
    }
    expect((await askOn(session, '/')).status).toBe(200);
    expect(gateway.faults).toEqual([]);
  });

  it('HTTP/2 without TLS is refused, inside a tunnel and on the port', async () => {
    const { gateway, upstream } = await stand();
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0)]));
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(upstream.seen).toEqual([]);
  });

  it('a session that asks for nothing is closed, one that is silent from the beginning too', async () => {
    const { gateway, upstream } = await stand({ listener: { keepAliveMs: 100, headTimeoutMs: 100 } });
    const silent = await tunnelOffering(gateway, upstream.authority, ['h2']);
    const heard = new FrameListener(silent);
    const used = await http2Through(gateway, upstream.authority);
    expect((await askOn(used, '/')).status).toBe(200);
    await eventually(() => used.destroyed && heard.closed);
  });
});
