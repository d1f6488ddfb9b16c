import { createHash, randomBytes } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { heldMemory } from '../../harness/server/held-memory.js';
import { basic, eventually, listen, startGateway, stopAll, type RunningGateway } from './wire-harness.js';

afterEach(stopAll);

const MEGABYTE = 1024 * 1024;
const BODY_MEGABYTES = 256;
/** Client, gateway and upstream share this process; whoever kept the body would hold twice as much. */
const ALLOWED_GROWTH = 128 * MEGABYTE;
/** What is held is looked at after so much of a body: each look collects all garbage of the process. */
const SAMPLE_MEGABYTES = 16;
const CHUNK = randomBytes(MEGABYTE);

async function upstreamOf(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  return `127.0.0.1:${await listen(createServer(handle))}`;
}

function open(gateway: RunningGateway, target: string, method = 'GET', headers: Record<string, string> = {}) {
  return httpRequest({
    port: gateway.port,
    method,
    path: target,
    headers: { host: 'a', 'proxy-authorization': basic(gateway.token), ...headers },
    agent: false,
  });
}

function responseOf(outgoing: ReturnType<typeof httpRequest>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => outgoing.once('response', resolve).once('error', reject));
}

/** Most that is held above what was held at the beginning, while bytes go by. */
class Growth {
  private readonly before = heldMemory().arrayBuffers;
  private passed = 0;
  most = 0;

  look(): void {
    this.most = Math.max(this.most, heldMemory().arrayBuffers - this.before);
  }

  pass(bytes: number): void {
    const step = SAMPLE_MEGABYTES * MEGABYTE;
    if (Math.floor((this.passed + bytes) / step) > Math.floor(this.passed / step)) this.look();
    this.passed += bytes;
  }
}

/** Three times 256 MiB on a machine that does other things as well. */
jest.setTimeout(180_000);

describe('streaming', () => {
  it.each(['chunked', 'declared'])(
    '06-T37 a 256 MiB upload (%s) arrives whole while memory stays flat',
    async (framing) => {
      const gateway = await startGateway();
      const received = createHash('sha256');
      let bytes = 0;
      let seenLength: string | undefined;
      const authority = await upstreamOf((request, response) => {
        seenLength = request.headers['content-length'];
        request.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          received.update(chunk);
        });
        request.on('end', () => response.end(String(bytes)));
      });
      const sent = createHash('sha256');
      const total = BODY_MEGABYTES * MEGABYTE;
      const headers: Record<string, string> =
        framing === 'declared' ? { 'content-length': String(total) } : {};
      const growth = new Growth();
      const outgoing = open(gateway, `http://${authority}/`, 'POST', headers);
      const answer = responseOf(outgoing);
      for (let at = 0; at < BODY_MEGABYTES; at++) {
        sent.update(CHUNK);
        if (!outgoing.write(CHUNK)) await new Promise((resolve) => outgoing.once('drain', resolve));
        growth.pass(MEGABYTE);
      }
      outgoing.end();
      (await answer).resume();
      expect(bytes).toBe(total);
      expect(received.digest('hex')).toBe(sent.digest('hex'));
      expect(seenLength).toBe(framing === 'declared' ? String(total) : undefined);
      expect(growth.most).toBeLessThan(ALLOWED_GROWTH);
    },
  );

  it('an upstream that does not read holds the agent back', async () => {
    const gateway = await startGateway();
    let release = (): void => undefined;
    const authority = await upstreamOf((request, response) => {
      release = () => void request.resume().on('end', () => response.end('done'));
    });
    const outgoing = open(gateway, `http://${authority}/`, 'POST');
    const answer = responseOf(outgoing);
    let written = 0;
    let finished = false;
    const writing = (async () => {
      for (let at = 0; at < 100; at++) {
        written = at;
        if (!outgoing.write(CHUNK)) await new Promise((resolve) => outgoing.once('drain', resolve));
      }
      outgoing.end();
      finished = true;
    })();
    await settled(() => written);
    expect(finished).toBe(false);
    expect(written).toBeLessThan(60);
    release();
    await writing;
    (await answer).resume();
  });

  it('a 256 MiB download arrives whole while memory stays flat, and a slow agent holds the upstream back', async () => {
    const gateway = await startGateway();
    let produced = 0;
    const total = BODY_MEGABYTES * MEGABYTE;
    const authority = await upstreamOf((_request, response) => {
      const pump = (): void => {
        while (produced < total) {
          produced += MEGABYTE;
          if (!response.write(CHUNK)) return void response.once('drain', pump);
        }
        response.end();
      };
      pump();
    });
    let bytes = 0;
    const growth = new Growth();
    const outgoing = open(gateway, `http://${authority}/`);
    outgoing.end();
    const answer = await responseOf(outgoing);
    await settled(() => produced);
    growth.look();
    expect(produced).toBeLessThan(total);
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      growth.pass(chunk.length);
    }
    expect(bytes).toBe(total);
    expect(growth.most).toBeLessThan(ALLOWED_GROWTH);
  });

  it('06-T33 events arrive one by one: the upstream sends the next only after the agent got the last', async () => {
    const gateway = await startGateway();
    let upstream!: ServerResponse;
    const authority = await upstreamOf((_request, response) => {
      upstream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
    });
    const outgoing = open(gateway, `http://${authority}/`);
    outgoing.end();
    // The head alone must arrive before there is any body.
    const answer = await responseOf(outgoing);
    let text = '';
    answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
    for (const event of ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']) {
      upstream.write(event);
      await eventually(() => text.endsWith(event));
    }
    upstream.end();
    await new Promise((resolve) => answer.once('end', resolve));
    expect(text).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n');
  });

  it('the answer may begin while the request is still being sent', async () => {
    const gateway = await startGateway();
    const authority = await upstreamOf((request, response) => {
      request.on('data', (chunk: Buffer) => response.write(chunk));
      request.on('end', () => response.end());
    });
    const outgoing = open(gateway, `http://${authority}/`, 'POST');
    outgoing.write('one');
    const answer = await responseOf(outgoing);
    let text = '';
    answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await eventually(() => text === 'one');
    outgoing.end('two');
    await new Promise((resolve) => answer.once('end', resolve));
    expect(text).toBe('onetwo');
  });

  it('an upload that stalls ends by the idle limit', async () => {
    const gateway = await startGateway({ upstream: { idleTimeoutMs: 300 } });
    let cut = false;
    let received = '';
    const authority = await upstreamOf((request) => {
      request.on('error', () => undefined).on('close', () => (cut = true));
      request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    });
    const outgoing = open(gateway, `http://${authority}/`, 'POST');
    outgoing.on('error', () => undefined);
    outgoing.write('one');
    await new Promise((resolve) => outgoing.once('close', resolve));
    await eventually(() => cut);
    expect([received, gateway.stages.outcomes.length]).toEqual(['one', 1]);
    expect(gateway.stages.outcomes[0]!.outcome.complete).toBe(false);
  });

  it('an answer that stalls ends by the idle limit and is not mistaken for a complete one', async () => {
    const gateway = await startGateway({ upstream: { idleTimeoutMs: 300 } });
    const authority = await upstreamOf((_request, response) => void response.write('one'));
    const outgoing = open(gateway, `http://${authority}/`);
    outgoing.end();
    const answer = await responseOf(outgoing);
    answer.resume();
    await expect(new Promise((_resolve, reject) => answer.once('error', reject))).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });
});

/** Waits until the number has stopped changing: whoever produces it is being held back. */
async function settled(read: () => number): Promise<void> {
  for (let last = -1, same = 0; same < 10;) {
    same = read() === last ? same + 1 : 0;
    last = read();
    await sleep(20);
  }
}
