import { randomBytes } from 'node:crypto';
import type { ServerHttp2Stream } from 'node:http2';
import { request as httpRequest } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressEcho } from '../../../src/domain/decision/injection/request-edits/address-echo.js';
import { ModelPrices, type PriceFile } from '../../../src/domain/metering/prices/price-table.js';
import { BodyDecoders } from '../../../src/gateway/metering/body-decoders.js';
import { ModelCallMeter } from '../../../src/gateway/metering/call-meter.js';
import { configFile } from '../../../src/kernel/config/kinds/config-files.js';
import { answerOn, askOn, http2Through } from './http2-client.js';
import { END_HEADERS, END_STREAM, fieldBlock, FRAME, frame, FrameListener, PREFACE } from './http2-frames.js';
import { type Http2Upstream, startFrameUpstream, startHttp2Upstream } from './http2-upstream.js';
import { ASKED, MODEL_ANSWERS } from '../limits/model-answers.js';
import {
  type Answer,
  ask,
  type Ask,
  basic,
  collect,
  eventually,
  type Overrides,
  type RunningGateway,
  startGateway,
  startUpstream,
  stopAll,
  testIssuer,
} from '../wire/wire-harness.js';

afterEach(stopAll);

async function trusting(overrides: Overrides = {}): Promise<RunningGateway> {
  const { certificatePem } = await testIssuer();
  return startGateway({ ...overrides, upstream: { extraRootsPem: certificatePem, ...overrides.upstream } });
}

function askHttps(
  gateway: RunningGateway,
  { authority }: { authority: string },
  path: string,
  options: Ask = {},
): Promise<Answer> {
  return ask(gateway, `https://${authority}${path}`, options);
}

describe('06 §13.4 metering of HTTP/2', () => {
  const file = JSON.parse(readFileSync(configFile('llm-prices.json'), 'utf8')) as PriceFile;

  it.each(MODEL_ANSWERS.map((answer) => [answer.name, answer] as const))(
    'is exact to the nano-cent and changes no byte on both versions of the agent: %s',
    async (_name, answer) => {
      const gateway = await trusting();
      const upstream = await startHttp2Upstream();
      const decoders = new BodyDecoders();
      const api = answer.host === 'api.openai.com' ? 'openai' : 'anthropic';
      const prices = new ModelPrices(api, api, file[api]!.models);
      gateway.stages.metering = ({ body }) =>
        new ModelCallMeter(
          prices,
          (codings, read) => decoders.readBeside('one', codings, read),
          'estimated',
          body,
          [],
          [],
          { bounded: false, usageAsked: false },
        );
      upstream.answer = (stream) => {
        stream.respond({ ':status': 200, 'content-type': answer.contentType });
        const bytes = Buffer.from(answer.body);
        for (let at = 0; at < bytes.length; at += 1) stream.write(bytes.subarray(at, at + 1));
        stream.end();
      };
      const body = JSON.stringify(ASKED);
      const overOne = await askHttps(gateway, upstream, answer.path, { method: 'POST', body });
      const session = await http2Through(gateway, upstream.authority);
      const overTwo = await askOn(session, answer.path, { headers: { ':method': 'POST' }, body });
      session.destroy();
      expect([overOne.text, overTwo.text]).toEqual([answer.body, answer.body]);
      await eventually(() => gateway.stages.outcomes.length === 2);
      for (const { outcome } of gateway.stages.outcomes) {
        const { row, usage } = outcome.charge!;
        expect(row.cost(usage)).toBe(answer.nanoCents);
      }
    },
  );
});

describe('HTTP/2 towards upstreams', () => {
  it('an agent of HTTP/1.1 reaches an upstream of HTTP/2, many requests on one connection', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    const first = await askHttps(gateway, upstream, '/p?q=1', { headers: { 'X-Mine': 'v', te: 'trailers' } });
    expect(first).toMatchObject({ status: 200, text: 'ok' });
    const [seen] = upstream.seen;
    expect(seen!.headers).toMatchObject({
      ':method': 'GET',
      ':scheme': 'https',
      ':authority': upstream.authority,
      ':path': '/p?q=1',
      'x-mine': 'v',
      te: 'trailers',
    });
    for (const gone of ['host', 'connection', 'proxy-authorization', 'transfer-encoding', 'content-length'])
      expect(seen!.headers[gone]).toBeUndefined();
    const waiting: ServerHttp2Stream[] = [];
    upstream.answer = (stream) => {
      waiting.push(stream);
      if (waiting.length < 5) return;
      for (const each of waiting) {
        each.respond({ ':status': 200 });
        each.end('together');
      }
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => askHttps(gateway, upstream, `/${at}`)),
    );
    expect(answers.every(({ text }) => text === 'together')).toBe(true);
    expect(upstream.sessions).toHaveLength(1);
  });

  it('two agents share no session, and many requests at once make one for each', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    const other = gateway.stages.newToken('other');
    const tokens = [gateway.token, other];
    for (const token of tokens) await askHttps(gateway, upstream, '/', { token });
    await Promise.all(
      tokens.flatMap((token) => [1, 2, 3].map(() => askHttps(gateway, upstream, '/', { token }))),
    );
    expect(upstream.sessions).toHaveLength(2);
    expect(upstream.seen).toHaveLength(8);
  });

  it('is not offered when it is switched off, nor to an upstream that does not want it', async () => {
    const off = await trusting({ http2: false });
    const both = await startHttp2Upstream({ allowHTTP1: true });
    both.server.on('request', (request, response) => {
      if (request.httpVersionMajor === 1) response.end('one');
    });
    expect((await askHttps(off, both, '/')).text).toBe('one');
    const on = await trusting();
    expect((await askHttps(on, both, '/')).text).toBe('ok');
    expect(both.sessions).toHaveLength(1);
  });

  it('bodies pass whole with and without a length, on both versions of the agent', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    upstream.answer = (stream, { body }) => {
      stream.respond({ ':status': 200 });
      stream.end(body);
    };
    const body = randomBytes(2_000_000);
    for (const chunked of [false, true]) {
      const headers = { 'proxy-authorization': basic(gateway.token), ...(chunked ? {} : length(body)) };
      const outgoing = httpRequest({
        port: gateway.port,
        method: 'POST',
        path: `https://${upstream.authority}/`,
        headers,
        agent: false,
      });
      outgoing.write(body.subarray(0, 10));
      outgoing.end(body.subarray(10));
      const chunks: Buffer[] = [];
      await new Promise<void>((resolve, reject) => {
        outgoing.on('error', reject).on('response', (response) => {
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve);
        });
      });
      expect(Buffer.concat(chunks).equals(body)).toBe(true);
    }
    expect(upstream.seen.map(({ headers }) => headers['content-length'])).toEqual([
      String(body.length),
      undefined,
    ]);
    const session = await http2Through(gateway, upstream.authority);
    const stream = session.request({ ':method': 'POST', ':path': '/' });
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk)).end(body);
    await answerOn(stream);
    expect(Buffer.concat(chunks).equals(body)).toBe(true);
  });

  it('an empty body says so, and answers without one stay without', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    await askHttps(gateway, upstream, '/', { method: 'POST' });
    expect(upstream.seen[0]!.headers['content-length']).toBe('0');
    upstream.answer = (stream) => stream.respond({ ':status': 204 }, { endStream: true });
    expect(await askHttps(gateway, upstream, '/')).toMatchObject({ status: 204, text: '' });
    upstream.answer = (stream) =>
      stream.respond({ ':status': 200, 'content-length': '7' }, { endStream: true });
    const head = await askHttps(gateway, upstream, '/', { method: 'HEAD' });
    expect(head.headers['content-length']).toBe('7');
  });

  it('06-T40 trailers pass both ways between all versions, without what must not stand there', async () => {
    const gateway = await trusting();
    gateway.stages.injection = ({ outbound }) => outbound.headers.push('x-api-key', 'the-secret');
    const upstream = await startHttp2Upstream();
    upstream.answer = (stream) => {
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'set-cookie': 'a=b' }));
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.end('body');
    };
    const sent = {
      'x-sum': 'abc',
      authorization: 'Bearer mine',
      'x-api-key': 'mine',
      x_api_key: 'mine',
      'x-onecli-connection-id': 'c',
      'x-forwarded-for': '1.2.3.4',
      'x-token': gateway.token,
    };
    const session = await http2Through(gateway, upstream.authority);
    const overTwo = await askOn(session, '/', { headers: { ':method': 'POST' }, body: 'x', trailers: sent });
    expect(overTwo.trailers).toMatchObject({ 'grpc-status': '0' });
    expect(overTwo.trailers['set-cookie']).toBeUndefined();
    const overOne = await withTrailers(
      gateway,
      upstream.authority,
      { ...sent, 'x-silent': '1' },
      Object.keys(sent),
    );
    expect(overOne.trailers).toEqual({ 'grpc-status': '0' });
    expect(upstream.seen.map(({ trailers }) => Object.fromEntries(Object.entries(trailers)))).toEqual([
      { 'x-sum': 'abc' },
      { 'x-sum': 'abc' },
    ]);
  });

  it('R59 a credential of the address comes back neither in fields nor in trailers, on both versions of the agent', async () => {
    const gateway = await trusting();
    const value = 'k3y+with/slash';
    gateway.stages.injection = ({ outbound }) => {
      outbound.target = `/?key=${encodeURIComponent(value)}`;
      outbound.echo = AddressEcho.of([{ kind: 'set-param', name: 'key', value }]);
      return 1;
    };
    const upstream = await startHttp2Upstream();
    upstream.answer = (stream) => {
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': value }));
      stream.additionalHeaders({ ':status': 103, link: `</?key=${value}>` });
      stream.respond(
        { ':status': 302, location: `/?key=k3y%2bwith%2Fslash`, [`x-k3y`]: value },
        { waitForTrailers: true },
      );
      stream.end('body');
    };
    const session = await http2Through(gateway, upstream.authority);
    const overTwo = await askOn(session, '/', { headers: { ':method': 'GET' } });
    const overOne = await withTrailers(gateway, upstream.authority, {}, []);
    for (const { headers, trailers } of [overTwo, overOne]) {
      expect(headers).toMatchObject({ location: '/?key=***', 'x-k3y': '***' });
      expect(trailers).toMatchObject({ 'x-sum': '***' });
    }
  });

  it('trailers of a request reach an upstream of HTTP/1.1, behind bodies of any size', async () => {
    const gateway = await trusting();
    const upstream = await startUpstream('trusted');
    const session = await http2Through(gateway, upstream.authority);
    const trailers = { 'x-sum': 'abc', cookie: 'a=b' };
    for (const body of ['', 'small', 'x'.repeat(300_000)]) {
      await askOn(session, '/two', { headers: { ':method': 'POST' }, body, trailers });
      await withTrailers(gateway, upstream.authority, trailers, ['x-sum', 'cookie'], body);
    }
    expect(upstream.seen.map(({ body }) => body.length)).toEqual([0, 0, 5, 5, 300_000, 300_000]);
    for (const seen of upstream.seen) {
      expect(seen.trailers).toEqual({ 'x-sum': 'abc' });
      expect(seen.headers['content-length']).toBeUndefined();
    }
  });

  it('an answer that is a head and nothing else stays one', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    upstream.answer = (stream) =>
      stream.respond({ ':status': 200, 'grpc-status': '5', 'grpc-message': 'none' }, { endStream: true });
    const session = await http2Through(gateway, upstream.authority);
    const answer = await askOn(session, '/', { headers: { ':method': 'POST' }, body: 'x' });
    expect(answer.endedWithHead).toBe(true);
    expect(answer.headers['grpc-status']).toBe('5');
  });

  it('1xx of the upstream ends here, and a flood of it is no answer', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    let interim = 3;
    upstream.answer = (stream) => {
      for (let at = 0; at < interim; at += 1) stream.additionalHeaders({ ':status': 103 });
      stream.respond({ ':status': 200 });
      stream.end('ok');
    };
    const session = await http2Through(gateway, upstream.authority);
    expect(await askOn(session, '/')).toMatchObject({ status: 200, interim: [] });
    interim = 40;
    expect(await askOn(session, '/')).toMatchObject({ status: 502, json: { detail: 'protocol' } });
  });

  it('an answer streams as it comes, and one that nobody reads holds the upstream back', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    let events: ServerHttp2Stream | null = null;
    upstream.answer = (stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/event-stream' });
      events = stream;
    };
    const session = await http2Through(gateway, upstream.authority);
    const stream = session.request({ ':path': '/' });
    await new Promise((resolve) => stream.once('response', resolve));
    const told: string[] = [];
    stream.on('data', (chunk: Buffer) => told.push(chunk.toString()));
    for (const event of ['one', 'two']) {
      events!.write(event);
      await eventually(() => told.includes(event));
    }
    stream.pause();
    let taken = 0;
    const more = (): void => {
      while (taken < 50_000_000 && events!.write(Buffer.alloc(65_536))) taken += 65_536;
    };
    events!.on('drain', more);
    more();
    let before = -1;
    while (before !== taken) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(taken).toBeLessThan(10_000_000);
    stream.close();
    session.destroy();
  });
});

function length(body: Buffer): Record<string, string> {
  return { 'content-length': String(body.length) };
}

/** A request of HTTP/1.1 with trailers, of which some are announced. */
async function withTrailers(
  gateway: RunningGateway,
  authority: string,
  trailers: Record<string, string>,
  announced: string[],
  body = 'x',
): Promise<Answer> {
  const outgoing = httpRequest({
    port: gateway.port,
    method: 'POST',
    path: `https://${authority}/`,
    headers: {
      'proxy-authorization': basic(gateway.token),
      'transfer-encoding': 'chunked',
      trailer: announced.join(', '),
    },
    agent: false,
  });
  if (body !== '') outgoing.write(body);
  outgoing.addTrailers(trailers);
  outgoing.end();
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject).on('response', (response) => void collect(response).then(resolve, reject));
  });
}

describe('an upstream of HTTP/2 that breaks off', () => {
  async function twoKinds(upstream: Http2Upstream | { authority: string }, gateway: RunningGateway) {
    const session = await http2Through(gateway, upstream.authority);
    return {
      overTwo: (path: string) => askOn(session, path),
      overOne: (path: string) => ask(gateway, `https://${upstream.authority}${path}`),
    };
  }

  it('a stream reset before its head is a 502, one reset behind it a reset, and others go on', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    const kept: ServerHttp2Stream[] = [];
    upstream.answer = (stream, { headers }) => {
      if (headers[':path'] === '/early') return stream.close(2);
      // Node would say END_STREAM before it resets.
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.write('beginning');
      stream.on('wantTrailers', () => stream.sendTrailers({}));
      if (headers[':path'] === '/late') setTimeout(() => stream.close(2), 50);
      else kept.push(stream);
    };
    const { overTwo, overOne } = await twoKinds(upstream, gateway);
    const other = overTwo('/other');
    await eventually(() => kept.length === 1);
    for (const through of [overTwo, overOne]) {
      expect(await through('/early')).toMatchObject({
        status: 502,
        json: { error: 'bad_gateway', detail: 'reset' },
      });
      await expect(through('/late')).rejects.toThrow();
    }
    kept[0]!.end(', end');
    expect((await other).text).toBe('beginning, end');
    expect(upstream.sessions).toHaveLength(1);
  });

  it('a refused stream is sent once more where its body is here, and is a 502 otherwise', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    let refusals = 0;
    upstream.begin = (stream, { ':path': path }) => {
      if (path === '/never' || refusals > 0) {
        refusals -= 1;
        stream.close(7);
        return true;
      }
      return false;
    };
    const { overOne } = await twoKinds(upstream, gateway);
    expect((await overOne('/')).status).toBe(200);
    refusals = 1;
    expect((await overOne('/again')).status).toBe(200);
    refusals = 1;
    const post = await askHttps(gateway, upstream, '/', { method: 'POST', body: 'whole' });
    expect(post.status).toBe(200);
    expect(upstream.seen.at(-1)!.body.toString()).toBe('whole');
    expect(await overOne('/never')).toMatchObject({ status: 502, json: { detail: 'reset' } });
  });

  it('an upstream that leaves finishes what it has begun; what comes later goes to a new session', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    const kept: ServerHttp2Stream[] = [];
    upstream.answer = (stream) => void kept.push(stream);
    const { overOne } = await twoKinds(upstream, gateway);
    const underWay = overOne('/');
    await eventually(() => kept.length === 1);
    upstream.sessions[0]!.close();
    upstream.answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('new');
    };
    await eventually(() => upstream.sessions[0]!.closed);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await overOne('/')).text).toBe('new');
    kept[0]!.respond({ ':status': 200 });
    kept[0]!.end('finished');
    expect((await underWay).text).toBe('finished');
    expect(upstream.sessions).toHaveLength(2);
  });

  it('what GOAWAY says was not processed is sent once more, what may have been is not', async () => {
    const gateway = await trusting();
    let session = 0;
    const seen: number[] = [];
    const upstream = await startFrameUpstream((socket) => {
      const own = (session += 1);
      const heard = new FrameListener(socket, PREFACE.length);
      socket.write(frame(FRAME.settings, 0, 0));
      socket.on('data', () => {
        const streams = heard.of(FRAME.headers).map(({ stream }) => stream);
        const last = streams.at(-1);
        if (last === undefined || last === seen[own]) return;
        seen[own] = last;
        if (last === 1 && own !== 2) return void socket.write(okOn(1));
        // The second request of the first session, and the first of the second.
        const processed = own === 1 ? 1 : last;
        const goaway = Buffer.alloc(8);
        goaway.writeUInt32BE(processed, 0);
        goaway.writeUInt32BE(own === 1 ? 0 : 2, 4);
        socket.end(frame(FRAME.goaway, 0, 0, goaway));
      });
    });
    const { overOne } = await twoKinds(upstream, gateway);
    expect((await overOne('/first')).status).toBe(200);
    const second = await overOne('/second');
    expect(second).toMatchObject({ status: 502, json: { detail: 'reset' } });
    expect(upstream.connections).toBe(2);
    expect((await overOne('/third')).status).toBe(200);
    expect(upstream.connections).toBe(3);
  });

  it('a session that dies resets every stream that had its head, and ends no other', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    upstream.answer = (stream) => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true });
      stream.write('beginning');
    };
    const { overOne, overTwo } = await twoKinds(upstream, gateway);
    const broken = [overOne('/'), overTwo('/'), overTwo('/')];
    for (const each of broken) each.catch(() => undefined);
    await eventually(() => upstream.seen.length === 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const session of upstream.sessions) session.destroy();
    for (const each of broken) await expect(each).rejects.toThrow();
    upstream.answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('ok');
    };
    expect((await overOne('/')).text).toBe('ok');
    expect(gateway.faults).toEqual([]);
  });

  it('an answer that ends with a reset instead of its end is not passed on as whole', async () => {
    const gateway = await trusting();
    const upstream = await startFrameUpstream((socket) => {
      const heard = new FrameListener(socket, PREFACE.length);
      let spoken = 0;
      socket.write(frame(FRAME.settings, 0, 0));
      socket.on('data', () => {
        const stream = heard.of(FRAME.headers).at(-1)?.stream;
        if (stream === undefined || stream === spoken) return;
        spoken = stream;
        const begun = frame(FRAME.headers, END_HEADERS, stream, fieldBlock([[':status', '200']]));
        socket.write(Buffer.concat([begun, frame(FRAME.data, 0, stream, Buffer.from('part'))]));
        setTimeout(() => socket.write(frame(FRAME.reset, 0, stream, Buffer.alloc(4))), 50);
      });
    });
    const { overOne, overTwo } = await twoKinds(upstream, gateway);
    await expect(overOne('/')).rejects.toThrow();
    await expect(overTwo('/')).rejects.toThrow();
  });

  it('an agent that leaves resets its stream upstream, never ends its body', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream();
    const ends: string[] = [];
    upstream.begin = (stream) => {
      stream.on('end', () => ends.push(stream.aborted ? 'aborted' : 'end'));
      stream.on('aborted', () => ends.push('aborted')).resume();
      return true;
    };
    const session = await http2Through(gateway, upstream.authority);
    const given = session.request({ ':method': 'POST', ':path': '/' }, { waitForTrailers: true });
    given.on('error', () => undefined).write(Buffer.alloc(10_000));
    await eventually(() => upstream.sessions.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    given.close(8);
    await eventually(() => ends.length > 0);
    expect(ends[0]).toBe('aborted');
  });
});

function okOn(stream: number): Buffer {
  return frame(FRAME.headers, END_STREAM | END_HEADERS, stream, fieldBlock([[':status', '200']]));
}

describe('a hostile upstream of HTTP/2', () => {
  const answers: [string, (socket: TLSSocket, stream: number) => void][] = [
    [
      'a head of 200 KB',
      (socket, stream) => {
        socket.write(frame(FRAME.headers, 0, stream, fieldBlock([[':status', '200']])));
        const more = fieldBlock([['x-a', 'b'.repeat(16_000)]]);
        for (let at = 0; at < 12; at += 1)
          socket.write(frame(FRAME.continuation, at === 11 ? END_HEADERS : 0, stream, more));
      },
    ],
    [
      'a head without end',
      (socket, stream) => {
        socket.write(frame(FRAME.headers, 0, stream, fieldBlock([[':status', '200']])));
        const more = frame(FRAME.continuation, 0, stream, fieldBlock([['x-a', 'b'.repeat(16_000)]]));
        const on = (): void => {
          if (!socket.destroyed && socket.write(more)) setImmediate(on);
          else socket.once('drain', on);
        };
        on();
      },
    ],
    [
      'a head that unfolds',
      (socket, stream) => {
        const entry = Buffer.concat([
          Buffer.of(0x40),
          fieldBlock([['x-bomb', 'b'.repeat(4_000)]]).subarray(1),
        ]);
        const bomb = Buffer.concat([
          fieldBlock([[':status', '200']]),
          entry,
          Buffer.alloc(10_000, 0x80 | 62),
        ]);
        socket.write(frame(FRAME.headers, END_STREAM | END_HEADERS, stream, bomb));
      },
    ],
    [
      'Transfer-Encoding',
      (socket, stream) =>
        socket.write(
          frame(
            FRAME.headers,
            END_STREAM | END_HEADERS,
            stream,
            fieldBlock([
              [':status', '200'],
              ['transfer-encoding', 'chunked'],
            ]),
          ),
        ),
    ],
    [
      'two lengths',
      (socket, stream) =>
        socket.write(
          frame(
            FRAME.headers,
            END_HEADERS,
            stream,
            fieldBlock([
              [':status', '200'],
              ['content-length', '1'],
              ['content-length', '2'],
            ]),
          ),
        ),
    ],
    [
      '101',
      (socket, stream) =>
        socket.write(frame(FRAME.headers, END_HEADERS, stream, fieldBlock([[':status', '101']]))),
    ],
    [
      'no status',
      (socket, stream) => socket.write(frame(FRAME.headers, END_HEADERS, stream, fieldBlock([['x-a', 'b']]))),
    ],
    [
      'a status beyond 599',
      (socket, stream) =>
        socket.write(frame(FRAME.headers, END_HEADERS, stream, fieldBlock([[':status', '1000']]))),
    ],
    [
      'a push',
      (socket, stream) =>
        socket.write(
          frame(5, END_HEADERS, stream, Buffer.concat([Buffer.of(0, 0, 0, 2), fieldBlock([[':path', '/']])])),
        ),
    ],
    ['no HTTP/2', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')],
    [
      'a flood of PING',
      (socket) => {
        const pings = Buffer.concat(
          Array.from({ length: 1_000 }, () => frame(FRAME.ping, 0, 0, Buffer.alloc(8))),
        );
        const on = (): void => {
          if (!socket.destroyed && socket.write(pings)) setImmediate(on);
          else socket.once('drain', on);
        };
        on();
      },
    ],
  ];

  it.each(answers)('%s is a 502, and nothing else is harmed', async (_what, speak) => {
    const gateway = await trusting();
    const upstream = await startFrameUpstream((socket) => {
      const heard = new FrameListener(socket, PREFACE.length);
      let spoken = false;
      socket.write(Buffer.concat([frame(FRAME.settings, 0, 0), frame(FRAME.settings, 1, 0)]));
      socket.on('data', () => {
        const stream = heard.of(FRAME.headers).at(-1)?.stream;
        if (stream === undefined || spoken) return;
        spoken = true;
        speak(socket, stream);
      });
    });
    const good = await startHttp2Upstream();
    const answer = await askHttps(gateway, upstream, '/', { method: 'POST', body: 'x' });
    expect(answer).toMatchObject({ status: 502, json: { error: 'bad_gateway' } });
    expect((await askHttps(gateway, good, '/')).status).toBe(200);
    expect(gateway.faults).toEqual([]);
  });

  it('a body that disagrees with its length resets the agent', async () => {
    for (const bytes of [3, 7]) {
      const gateway = await trusting();
      const upstream = await startFrameUpstream((socket) => {
        const heard = new FrameListener(socket, PREFACE.length);
        socket.write(frame(FRAME.settings, 0, 0));
        socket.on('data', () => {
          const stream = heard.of(FRAME.headers).at(-1)?.stream;
          if (stream === undefined) return;
          const head = fieldBlock([
            [':status', '200'],
            ['content-length', '5'],
          ]);
          socket.write(frame(FRAME.headers, END_HEADERS, stream, head));
          socket.write(frame(FRAME.data, END_STREAM, stream, Buffer.alloc(bytes)));
        });
      });
      const status = await askHttps(gateway, upstream, '/').then(
        (answer) => answer.status,
        () => 'reset',
      );
      expect([502, 'reset']).toContain(status);
      expect(gateway.stages.outcomes.at(-1)!.outcome.refusal !== null || status === 'reset').toBe(true);
    }
  });

  it('takes no more streams than the upstream wants', async () => {
    const gateway = await trusting();
    const upstream = await startHttp2Upstream({ settings: { maxConcurrentStreams: 2 } });
    let open = 0;
    let most = 0;
    upstream.answer = (stream) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        stream.respond({ ':status': 200 });
        stream.end('ok');
      }, 30);
    };
    await askHttps(gateway, upstream, '/');
    most = 0;
    const answers = await Promise.all(Array.from({ length: 8 }, () => askHttps(gateway, upstream, '/')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(most).toBeLessThanOrEqual(2 * upstream.sessions.length);
  });

  it('06-T101 one that never answers is a timeout, and ends nobody else', async () => {
    const gateway = await trusting({ upstream: { responseTimeoutMs: 300 } });
    const upstream = await startHttp2Upstream();
    upstream.begin = (_stream, { ':path': path }) => path === '/never';
    expect(await askHttps(gateway, upstream, '/never')).toMatchObject({
      status: 502,
      json: { detail: 'timeout' },
    });
    expect((await askHttps(gateway, upstream, '/')).status).toBe(200);
    expect(upstream.sessions).toHaveLength(1);
  });

  it('one that takes nothing of a body is a timeout; it is not the agent that stalled', async () => {
    const gateway = await trusting({ upstream: { responseTimeoutMs: 300, idleTimeoutMs: 300 } });
    const upstream = await startHttp2Upstream({ settings: { initialWindowSize: 0 } });
    await askHttps(gateway, upstream, '/');
    for (const body of ['here', randomBytes(100_000)]) {
      expect(await askHttps(gateway, upstream, '/', { method: 'POST', body })).toMatchObject({
        status: 502,
        json: { detail: 'timeout' },
      });
    }
  });

  it('one that is gone in the middle of a body it did not take ends its requests', async () => {
    const minutes = { responseTimeoutMs: 600_000, idleTimeoutMs: 600_000 };
    const gateway = await trusting({ upstream: minutes });
    let held = 0;
    const upstream = await startFrameUpstream((socket) => {
      const largest = Buffer.from('7fffffff', 'hex');
      const window = frame(FRAME.settings, 0, 0, Buffer.concat([Buffer.from([0, 4]), largest]));
      socket.write(Buffer.concat([window, frame(FRAME.window, 0, 0, Buffer.from('7fff0000', 'hex'))]));
      socket.once('data', () => socket.pause());
      setTimeout(() => {
        held = socket.bytesRead;
        socket.destroy();
      }, 1_500);
    });
    const body = Buffer.alloc(40_000_000);
    const answer = await askHttps(gateway, upstream, '/', { method: 'POST', body });
    expect(answer).toMatchObject({ status: 502, json: { detail: 'reset' } });
    expect(held).toBeLessThan(body.length);
  });
});
