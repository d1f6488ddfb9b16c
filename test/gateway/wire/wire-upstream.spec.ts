import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Refusal } from '../../../src/gateway/exchange/exchange.js';
import {
  ask,
  basic,
  collect,
  connectThrough,
  eventually,
  listen,
  sendRaw,
  startGateway,
  startUpstream,
  stopAll,
  testIssuer,
  tlsTunnel,
} from './wire-harness.js';

afterEach(stopAll);

const BLOCKED: Refusal = {
  status: 403,
  retryable: false,
  body: { error: 'blocked_by_policy', message: 'No.', rule_name: 'r' },
};

/** An upstream that answers every request head with the given bytes. */
async function rawUpstream(
  answer: string | ((socket: Socket) => void),
): Promise<{ authority: string; heads: string[] }> {
  const heads: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (!chunk.includes('\r\n\r\n')) return;
      heads.push(chunk.toString('latin1'));
      if (typeof answer === 'function') answer(socket);
      else socket.end(answer, 'latin1');
    });
  });
  return { authority: `127.0.0.1:${await listen(server)}`, heads };
}

describe('interception', () => {
  it('06-T14 a client that trusts only the downloaded certificate gets a fresh leaf for the host', async () => {
    const gateway = await startGateway({
      upstream: { skipVerifyHosts: ['localhost.test'] },
      names: { 'localhost.test': '127.0.0.1' },
    });
    const upstream = await startUpstream('self-signed', 'localhost.test');
    const download = await ask(gateway, '/v1/gateway/ca', { token: null });
    expect(download.status).toBe(200);
    expect(download.headers['content-type']).toBe('application/x-pem-file');
    expect(download.headers['content-disposition']).toBe('attachment; filename="gateway-ca.pem"');
    expect((await ask(gateway, '/api/gateway/ca', { token: null })).text).toBe(download.text);
    const socket = await tlsTunnel(
      { ...gateway, caPem: download.text },
      upstream.authority,
      'localhost.test',
    );
    const certificate = socket.getPeerCertificate(true);
    expect(certificate.subjectaltname).toBe('DNS:localhost.test');
    const validity = Date.parse(certificate.valid_to) - Date.parse(certificate.valid_from);
    expect(validity).toBeLessThanOrEqual((24 * 60 + 5) * 60_000);
    expect(certificate.issuerCertificate.subject.CN).toBe('Credential Gateway Local CA');
    expect((await ask(gateway, '/x', { over: socket })).status).toBe(200);
  });

  it('06-T15 works for an IP literal', async () => {
    const gateway = await startGateway({ upstream: { skipVerifyHosts: ['127.0.0.1'] } });
    const upstream = await startUpstream('self-signed');
    const socket = await tlsTunnel(gateway, upstream.authority, '127.0.0.1');
    expect(socket.getPeerCertificate().subjectaltname).toBe('IP Address:127.0.0.1');
    expect((await ask(gateway, '/', { over: socket })).status).toBe(200);
  });

  it('06-T23 negotiates http/1.1, also with a client that offers more or nothing', async () => {
    const gateway = await startGateway();
    const socket = await tlsTunnel(gateway, '127.0.0.1:9', '127.0.0.1');
    expect(socket.alpnProtocol).toBe('http/1.1');
    expect(['TLSv1.2', 'TLSv1.3']).toContain(socket.getProtocol());
  });

  it('says 503 on the download while there is no authority', async () => {
    const gateway = await startGateway({ withoutAuthority: true });
    const answer = await ask(gateway, '/v1/gateway/ca', { token: null });
    expect([answer.status, typeof answer.json.error]).toEqual([503, 'string']);
  });

  it('06-T1 also works when the gateway itself speaks TLS, tunnels included', async () => {
    const leaf = await (await testIssuer()).issueLeaf('127.0.0.1');
    const gateway = await startGateway({
      listener: { tls: { certificatePem: leaf.chainPem, keyPem: leaf.keyPem } },
      upstream: { acceptInvalidCertificates: true },
    });
    const upstream = await startUpstream();
    const secure = await startUpstream('self-signed');
    const outer = tlsConnect({ port: gateway.port, host: '127.0.0.1', ca: gateway.caPem });
    outer.on('error', () => undefined);
    outer.write(
      `CONNECT ${upstream.authority} HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    await new Promise((resolve) => outer.once('data', resolve));
    expect((await ask(gateway, '/in', { over: outer })).text).toBe('ok');
    const again = tlsConnect({ port: gateway.port, host: '127.0.0.1', ca: gateway.caPem });
    again.write(
      `CONNECT ${secure.authority} HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    await new Promise((resolve) => again.once('data', resolve));
    const inner = tlsConnect({ socket: again, host: '127.0.0.1', ca: gateway.caPem });
    await new Promise((resolve) => inner.once('secureConnect', resolve));
    const answer = await ask(gateway, '/twice', { over: inner });
    expect(answer.status).toBe(200);
  });
});

describe('verification of upstream certificates', () => {
  const names = { 'corp.test': '127.0.0.1', 'a.corp.test': '127.0.0.1' };

  it('06-T18, 06-T19 a self-signed upstream is 502 tls', async () => {
    const gateway = await startGateway({ upstream: { acceptInvalidCertificates: false } });
    const upstream = await startUpstream('self-signed');
    const socket = await tlsTunnel(gateway, upstream.authority, '127.0.0.1');
    const answer = await ask(gateway, '/', { over: socket });
    expect([answer.status, answer.json.error, answer.json.detail]).toEqual([502, 'bad_gateway', 'tls']);
    expect(answer.headers['x-should-retry']).toBeUndefined();
    expect(upstream.seen).toEqual([]);
  });

  it('06-T20 a skip rule with a wildcard covers subdomains, not the apex', async () => {
    const gateway = await startGateway({ upstream: { skipVerifyHosts: ['*.Corp.test'] }, names });
    const upstream = await startUpstream('self-signed');
    const apex = await ask(gateway, `https://corp.test:${upstream.port}/`);
    const below = await ask(gateway, `https://a.corp.test:${upstream.port}/`);
    expect([apex.status, below.status]).toEqual([502, 200]);
  });

  it('06-T21 a CA file makes the upstream trusted, for the right name only', async () => {
    const extraRootsPem = (await testIssuer()).certificatePem;
    const gateway = await startGateway({ upstream: { extraRootsPem }, names });
    const upstream = await startUpstream('trusted', 'corp.test');
    expect((await ask(gateway, `https://corp.test:${upstream.port}/`)).status).toBe(200);
    const wrongName = await ask(gateway, `https://a.corp.test:${upstream.port}/`);
    expect(wrongName.json.detail).toBe('tls');
  });

  it('06-T28 absolute-form https is forwarded over TLS', async () => {
    const gateway = await startGateway({ upstream: { acceptInvalidCertificates: true } });
    const upstream = await startUpstream('self-signed');
    const answer = await ask(gateway, `https://${upstream.authority}/p`);
    expect([answer.status, upstream.seen[0]!.url]).toEqual([200, '/p']);
  });
});

describe('requests and responses', () => {
  it('06-T32 passes redirects on and does not follow them', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response) =>
      response.writeHead(302, { location: 'http://elsewhere.test/', 'x-a': 'b' }).end();
    const answer = await ask(gateway, `http://${upstream.authority}/`);
    expect([answer.status, answer.headers.location, answer.headers['x-a']]).toEqual([
      302,
      'http://elsewhere.test/',
      'b',
    ]);
    expect(upstream.seen).toHaveLength(1);
  });

  it('06-T34 drops hop-by-hop fields and those Connection names', async () => {
    const gateway = await startGateway();
    const { authority } = await rawUpstream(
      'HTTP/1.1 200 Fine\r\nKeep-Alive: timeout=7\r\nConnection: close, x-drop\r\nX-Drop: 1\r\nX-Keep: 1\r\nProxy-Authenticate: Basic\r\nX-Onecli-Connections: []\r\nContent-Length: 2\r\n\r\nok',
    );
    const answer = await ask(gateway, `http://${authority}/`, { headers: { connection: 'keep-alive' } });
    expect(answer.rawHeaders).toEqual(['X-Keep', '1', 'Content-Length', '2']);
    expect(answer.text).toBe('ok');
  });

  it('drops hop-by-hop fields of the request, those Connection names, and expect', async () => {
    const gateway = await startGateway();
    const { authority, heads } = await rawUpstream('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await sendRaw(
      gateway.port,
      `GET http://${authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\nProxy-Connection: keep-alive\r\nTE: trailers\r\nKeep-Alive: 5\r\nConnection: close, X-Named\r\nX-Named: 1\r\nX-Other: Ä\r\nUser-Agent: mine/1\r\n\r\n`,
    );
    expect(heads[0]!.split('\r\n').filter((line) => line !== '')).toEqual([
      'GET / HTTP/1.1',
      `host: ${authority}`,
      'connection: keep-alive',
      expect.stringMatching(/^X-Other: /),
      'User-Agent: mine/1',
    ]);
  });

  it('credentials for a proxy end here, whosever they are and however the agent reached the gateway', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const foreign = { 'proxy-authorization': 'Basic b3RoZXI6cHJveHk=', 'proxy-authenticate': 'x' };
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    await ask(gateway, '/in-a-tunnel', { over: socket, headers: foreign });
    await ask(gateway, `/proxy-http/${upstream.authority}/in-reverse`, {
      token: null,
      headers: { ...foreign, 'proxy-authorization': 'Negotiate b3RoZXI=', 'x-agent-token': gateway.token },
    });
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/in-a-tunnel', '/in-reverse']);
    for (const { headers } of upstream.seen)
      expect(Object.keys(headers).filter((name) => name.startsWith('proxy-'))).toEqual([]);
  });

  it('06-T35 keeps repeated fields and their order', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response) =>
      response.writeHead(200, ['Set-Cookie', 'a=1', 'X-M', 'm', 'Set-Cookie', 'b=2']).end();
    const answer = await ask(gateway, `http://${upstream.authority}/`);
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(answer.rawHeaders.slice(0, 6)).toEqual(['Set-Cookie', 'a=1', 'X-M', 'm', 'Set-Cookie', 'b=2']);
  });

  it('06-T36 HEAD keeps the length and has no body', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response) => response.writeHead(200, { 'content-length': '5' }).end();
    const answer = await ask(gateway, `http://${upstream.authority}/`, { method: 'HEAD' });
    expect([answer.headers['content-length'], answer.text]).toEqual(['5', '']);
  });

  it('204 and 304 have no body and no made-up framing', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    for (const status of [204, 304]) {
      upstream.answer = (_request, response) => response.writeHead(status, { etag: '"x"' }).end();
      const answer = await ask(gateway, `http://${upstream.authority}/`);
      expect([answer.status, answer.headers.etag, answer.headers['transfer-encoding']]).toEqual([
        status,
        '"x"',
        undefined,
      ]);
    }
  });

  it('does not touch encoded bodies', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const zipped = gzipSync('hello');
    upstream.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped);
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      httpRequest(
        {
          port: gateway.port,
          path: `http://${upstream.authority}/`,
          headers: { host: 'a', 'proxy-authorization': basic(gateway.token) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => resolve(Buffer.concat(chunks)));
        },
      )
        .on('error', reject)
        .end();
    });
    expect(bytes.equals(zipped)).toBe(true);
  });

  it('06-T40 (HTTP/1.1) carries response trailers', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response) => {
      response.writeHead(200, { trailer: 'grpc-status' });
      response.write('body');
      response.addTrailers({ 'grpc-status': '0' });
      response.end();
    };
    const answer = await ask(gateway, `http://${upstream.authority}/`);
    expect([answer.text, answer.trailers]).toEqual(['body', { 'grpc-status': '0' }]);
  });

  it('swallows informational responses', async () => {
    const gateway = await startGateway();
    const { authority } = await rawUpstream(
      'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    );
    const text = await sendRaw(
      gateway.port,
      `GET http://${authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('answers an HTTP/1.0 client without chunks', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response) => {
      response.write('a');
      response.end('b');
    };
    const text = await sendRaw(
      gateway.port,
      `GET http://${upstream.authority}/ HTTP/1.0\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nab$/);
  });

  it('06-T118 absolute-form with upgrade fields is a plain request', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const answer = await ask(gateway, `http://${upstream.authority}/`, {
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'x',
        'sec-websocket-version': '13',
      },
    });
    expect(answer.status).toBe(200);
    expect(upstream.seen[0]!.headers.upgrade).toBeUndefined();
  });
});

describe('refusals', () => {
  it('never contact the upstream and leave the connection usable', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    gateway.stages.decision = () => BLOCKED;
    const post = (close: string): string =>
      `POST http://${upstream.authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n${close}Content-Length: 200000\r\n\r\n${'x'.repeat(200_000)}`;
    const text = await sendRaw(gateway.port, post('') + post('Connection: close\r\n'));
    expect(text.match(/HTTP\/1\.1 403 /g)).toHaveLength(2);
    expect(text).toContain('x-should-retry: false');
    expect(upstream.connections).toBe(0);
    expect(gateway.stages.outcomes.map(({ outcome }) => outcome.status)).toEqual([403, 403]);
  });

  it('12.6 answers while a large body is still arriving, and cuts it after 1 MiB', async () => {
    const gateway = await startGateway();
    gateway.stages.decision = () => BLOCKED;
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(
      `POST http://127.0.0.1:9/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\nContent-Length: 90000000\r\n\r\n`,
    );
    await eventually(() => text.includes('blocked_by_policy'));
    const timer = setInterval(() => socket.write(Buffer.alloc(65_536)), 1);
    await closed;
    clearInterval(timer);
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('have no body for HEAD', async () => {
    const gateway = await startGateway();
    gateway.stages.decision = () => BLOCKED;
    const answer = await ask(gateway, 'http://127.0.0.1:9/', { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers['x-should-retry']]).toEqual([403, '', 'false']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
  });

  it('06-T38 Expect: 100-continue on a refused request gets no 100', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    gateway.stages.decision = () => BLOCKED;
    const text = await sendRaw(
      gateway.port,
      `POST http://${upstream.authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
    expect(text).not.toContain('<still open>');
    expect(upstream.connections).toBe(0);
  });

  it('06-T39 Expect: 100-continue on an allowed request gets 100, then the answer', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response, body) => response.end(`got ${body.toString()}`);
    const events: string[] = [];
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = httpRequest({
        port: gateway.port,
        method: 'POST',
        path: `http://${upstream.authority}/`,
        headers: {
          host: 'a',
          'proxy-authorization': basic(gateway.token),
          expect: '100-continue',
          'content-length': '4',
        },
        agent: false,
      });
      outgoing.on('continue', () => {
        events.push('continue');
        outgoing.end('body');
      });
      outgoing.on('response', resolve).on('error', reject);
      outgoing.flushHeaders();
    });
    expect(events).toEqual(['continue']);
    expect((await collect(answer)).text).toBe('got body');
    expect(upstream.seen[0]!.headers.expect).toBeUndefined();
    expect(upstream.seen[0]!.headers['content-length']).toBe('4');
  });

  it('a stage may read the start of the body and all of it is still forwarded', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const body = randomBytes(300_000);
    const prefixes: { length: number; complete: boolean }[] = [];
    gateway.stages.decision = async (exchange) => {
      const prefix = await exchange.body.peek(1_000);
      prefixes.push({ length: prefix.bytes.length, complete: prefix.complete });
      await exchange.body.peek(5_000);
      return null;
    };
    await ask(gateway, `http://${upstream.authority}/`, { method: 'POST', body });
    await ask(gateway, `http://${upstream.authority}/`, { method: 'POST', body: 'short' });
    expect(prefixes).toEqual([
      { length: 1_000, complete: false },
      { length: 5, complete: true },
    ]);
    expect(upstream.seen[0]!.body.equals(body)).toBe(true);
    expect(upstream.seen[1]!.body.toString()).toBe('short');
  });

  it('a stage that fails ends the request with resolution_failed', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    gateway.stages.decision = () => {
      throw new Error('rules unreadable');
    };
    const answer = await ask(gateway, `http://${upstream.authority}/`);
    expect([answer.status, answer.json.error]).toEqual([502, 'resolution_failed']);
    expect(upstream.connections).toBe(0);
  });
});

describe('injection and hints', () => {
  it('sends what the inject stage wrote and reports the count', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    gateway.stages.injection = (exchange) => {
      exchange.outbound.headers.push('x-test-key', 'value');
      exchange.outbound.target = '/rewritten';
      return 2;
    };
    await ask(gateway, `http://${upstream.authority}/botX`);
    expect(upstream.seen[0]).toMatchObject({ url: '/rewritten', headers: { 'x-test-key': 'value' } });
    expect(gateway.stages.outcomes[0]).toMatchObject({
      target: '/botX',
      outcome: { injectionCount: 2, status: 200 },
    });
  });

  const HINT: Refusal = { status: 401, retryable: false, body: { error: 'credential_not_found' } };

  it('12.1 replaces an upstream 401 when nothing was injected, and not otherwise', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    upstream.answer = (_request, response) => response.writeHead(401, { 'x-up': '1' }).end('denied');
    gateway.stages.hint = () => HINT;
    const hinted = await ask(gateway, `http://${upstream.authority}/`);
    expect([hinted.status, hinted.json.error, hinted.headers['x-up']]).toEqual([
      401,
      'credential_not_found',
      undefined,
    ]);
    gateway.stages.injection = () => 1;
    const passed = await ask(gateway, `http://${upstream.authority}/`);
    expect([passed.status, passed.text, passed.headers['x-should-retry']]).toEqual([
      401,
      'denied',
      undefined,
    ]);
  });

  it('12.2 shows the first 8 KiB of a 400 to the hint stage and passes it byte for byte without a hit', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const body = `invalid request ${'z'.repeat(40_000)}`;
    upstream.answer = (_request, response) => response.writeHead(400).end(body);
    const prefixes: (string | undefined)[] = [];
    gateway.stages.hint = ({ bodyPrefix }) => {
      prefixes.push(bodyPrefix?.toString());
      return null;
    };
    const answer = await ask(gateway, `http://${upstream.authority}/`);
    expect(answer.text).toBe(body);
    expect(prefixes).toEqual([body.slice(0, 8192)]);
    gateway.stages.hint = () => ({ ...HINT, status: 400 });
    expect((await ask(gateway, `http://${upstream.authority}/`)).json).toEqual({
      error: 'credential_not_found',
    });
  });
});

describe('failures of the upstream leg', () => {
  it('06-T44 nobody listens: connect', async () => {
    const gateway = await startGateway();
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const answer = await ask(gateway, `http://127.0.0.1:${port}/`);
    expect([answer.status, answer.json.error, answer.json.detail]).toEqual([502, 'bad_gateway', 'connect']);
    expect(answer.headers['x-should-retry']).toBeUndefined();
  });

  it('an unknown name: dns', async () => {
    const gateway = await startGateway();
    expect((await ask(gateway, 'http://unknown.test/')).json.detail).toBe('dns');
  });

  it('no answer in time: timeout', async () => {
    const gateway = await startGateway({ upstream: { responseTimeoutMs: 300 } });
    const { authority } = await rawUpstream(() => undefined);
    expect((await ask(gateway, `http://${authority}/`)).json.detail).toBe('timeout');
  });

  it('a TLS handshake that is never answered: timeout', async () => {
    const gateway = await startGateway({ upstream: { connectTimeoutMs: 300 } });
    const { authority } = await rawUpstream(() => undefined);
    expect((await ask(gateway, `https://${authority}/`)).json.detail).toBe('timeout');
  });

  it.each([
    ['closed before the head', '', 'reset'],
    ['closed within the head', 'HTTP/1.1 200 OK\r\nContent-Le', 'reset'],
    ['not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'protocol'],
    [
      'a 101 nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'protocol',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'protocol'],
  ])('an answer that is %s', async (_name, bytes, detail) => {
    const gateway = await startGateway();
    const { authority } = await rawUpstream(bytes);
    const answer = await ask(gateway, `http://${authority}/`);
    expect([answer.status, answer.json.detail]).toEqual([502, detail]);
  });

  it.each([
    ['a declared length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
    ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('06-T45 a body with %s that breaks off is a broken transfer for the agent', async (_name, bytes) => {
    const gateway = await startGateway();
    const { authority } = await rawUpstream(bytes);
    await expect(ask(gateway, `http://${authority}/`)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(gateway.stages.outcomes[0]!.outcome).toMatchObject({ status: 200, complete: false });
  });

  it('06-T46 an agent that leaves in the middle of the answer closes the upstream', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    let closed = false;
    upstream.answer = (request, response) => {
      request.socket.on('close', () => (closed = true));
      response.write('first');
    };
    const outgoing = httpRequest({
      port: gateway.port,
      path: `http://${upstream.authority}/`,
      headers: { host: 'a', 'proxy-authorization': basic(gateway.token) },
      agent: false,
    });
    outgoing.on('error', () => undefined);
    outgoing.on('response', (response) => response.once('data', () => outgoing.destroy()));
    outgoing.end();
    await eventually(() => closed);
    await eventually(() => gateway.stages.outcomes.length === 1);
    expect(gateway.stages.outcomes[0]!.outcome.complete).toBe(false);
  });

  it('an agent that leaves before the answer closes the upstream', async () => {
    const gateway = await startGateway();
    let closed = false;
    const { authority, heads } = await rawUpstream((socket) => socket.on('close', () => (closed = true)));
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `GET http://${authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\n\r\n`,
    );
    await eventually(() => heads.length === 1);
    expect(closed).toBe(false);
    socket.destroy();
    await eventually(() => closed);
    await eventually(() => gateway.stages.outcomes.length === 1);
    expect(gateway.stages.outcomes[0]!.outcome.complete).toBe(false);
  });

  /** Answers the first request of each connection and dies at the second. */
  async function forgetfulUpstream(): Promise<{ authority: string; requests: string[] }> {
    const requests: string[] = [];
    const server = createTcpServer((socket) => {
      let answered = false;
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const line = /^(?:GET|POST) \S+/.exec(chunk.toString());
        if (line) requests.push(line[0]);
        if (answered) return void socket.destroy();
        answered = true;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    return { authority: `127.0.0.1:${await listen(server)}`, requests };
  }

  it('9.4 replays a request without body once when a pooled connection died', async () => {
    const gateway = await startGateway();
    const { authority, requests } = await forgetfulUpstream();
    await ask(gateway, `http://${authority}/1`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await ask(gateway, `http://${authority}/2`)).text).toBe('ok');
    expect(requests).toEqual(['GET /1', 'GET /2', 'GET /2']);
  });

  it('9.4 does not replay a streamed body', async () => {
    const gateway = await startGateway();
    const { authority, requests } = await forgetfulUpstream();
    await ask(gateway, `http://${authority}/1`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const post = await ask(gateway, `http://${authority}/2`, { method: 'POST', body: 'x'.repeat(300_000) });
    expect([post.status, post.json.detail]).toEqual([502, 'reset']);
    expect(requests).toEqual(['GET /1', 'POST /2']);
  });

  it.each([
    ['a head and part of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
    ['a head alone', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'],
    ['a 400 that is still being read for its wording', 'HTTP/1.1 400 Bad\r\nContent-Length: 9\r\n\r\nhalf'],
  ])('9.4 does not replay once the answer began: %s', async (_name, begun) => {
    const gateway = await startGateway();
    const requests: string[] = [];
    const server = createTcpServer((socket) => {
      let answered = false;
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        requests.push(/^GET \S+/.exec(chunk.toString())![0]);
        if (!answered) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        // Read by the gateway before the connection breaks.
        else socket.write(begun, () => setTimeout(() => socket.resetAndDestroy(), 50));
        answered = true;
      });
    });
    const authority = `127.0.0.1:${await listen(server)}`;
    await ask(gateway, `http://${authority}/1`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = ask(gateway, `http://${authority}/2`);
    const outcome = await second.then(
      ({ status }) => status,
      () => 'broken off',
    );
    expect(outcome).toBe(begun.includes(' 400 ') ? 502 : 'broken off');
    expect(requests).toEqual(['GET /1', 'GET /2']);
  });

  it('9.4 does not replay on a connection that was fresh', async () => {
    const gateway = await startGateway();
    const { authority, heads } = await rawUpstream((socket) => socket.destroy());
    expect((await ask(gateway, `http://${authority}/`)).json.detail).toBe('reset');
    expect(heads).toHaveLength(1);
  });

  it('passes an early answer to an upload on, while the upload is still going', async () => {
    const gateway = await startGateway();
    const { authority } = await rawUpstream((socket) => {
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig');
    });
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(
      `POST http://${authority}/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(gateway.token)}\r\nContent-Length: 10000000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(100_000));
    await eventually(() => text.endsWith('big'));
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

describe('egress proxy', () => {
  it('is used for all legs but the excepted hosts; unknown names are left to it', async () => {
    const upstream = await startUpstream();
    const asked: string[] = [];
    const proxy = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk: Buffer) => {
        asked.push(/^CONNECT (\S+)/.exec(chunk.toString())![1]!);
        const onward = connect(upstream.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\nX-Proxy: 1\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
      });
    });
    const port = await listen(proxy);
    const gateway = await startGateway({
      upstream: { egressProxy: { url: `http://127.0.0.1:${port}`, exceptions: ['127.0.0.1'] } },
      names: { 'inside.test': '10.0.0.1' },
    });
    expect((await ask(gateway, 'http://known-to-proxy.test:81/a')).text).toBe('ok');
    expect((await ask(gateway, `http://${upstream.authority}/b`)).text).toBe('ok');
    expect((await ask(gateway, 'http://inside.test/c')).status).toBe(403);
    expect((await ask(gateway, 'http://169.254.169.254/d')).json.reason).toBe('metadata_address');
    expect(asked).toEqual(['known-to-proxy.test:81']);
  });

  it('a proxy that refuses is a connect failure', async () => {
    const { authority } = await rawUpstream(
      'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n',
    );
    const gateway = await startGateway({
      upstream: { egressProxy: { url: `http://${authority}`, exceptions: [] } },
    });
    expect((await ask(gateway, 'http://known-to-proxy.test/')).json.detail).toBe('connect');
  });
});

describe('reverse-proxy mode', () => {
  const positions: [string, (token: string) => Record<string, string>][] = [
    ['Proxy-Authorization', (token) => ({ 'proxy-authorization': basic(token) })],
    ['X-Agent-Token', (token) => ({ 'x-agent-token': token })],
    ['Authorization: Bearer', (token) => ({ authorization: `Bearer ${token}` })],
    ['Authorization: Basic, password', (token) => ({ authorization: basic(token) })],
    [
      'Authorization: Basic, user',
      (token) => ({ authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }),
    ],
    ['x-api-key', (token) => ({ 'x-api-key': token })],
    ['api-key', (token) => ({ 'api-key': token })],
    ['x-goog-api-key', (token) => ({ 'x-goog-api-key': token })],
  ];

  it.each(positions)(
    '06-T136 takes the token from %s and keeps it from the upstream',
    async (_name, headers) => {
      const gateway = await startGateway();
      const upstream = await startUpstream();
      upstream.answer = (_request, response) =>
        response
          .writeHead(200, {
            'set-cookie': 'a=b',
            'clear-site-data': '"*"',
            'service-worker-allowed': '/',
            'access-control-allow-origin': '*',
            'content-security-policy': "default-src 'self'",
            location: '/elsewhere',
          })
          .end('ok');
      const answer = await ask(gateway, `/proxy-http/${upstream.authority}/v1/x?y=%20z`, {
        token: null,
        headers: { ...headers(gateway.token), cookie: 'a=1; cg_session=secret; b=2' },
      });
      expect([answer.status, answer.text]).toEqual([200, 'ok']);
      expect(answer.headers).toMatchObject({
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        location: '/elsewhere',
      });
      for (const name of [
        'set-cookie',
        'clear-site-data',
        'service-worker-allowed',
        'access-control-allow-origin',
      ]) {
        expect(answer.headers[name]).toBeUndefined();
      }
      const [seen] = upstream.seen;
      expect(seen!.url).toBe('/v1/x?y=%20z');
      expect(seen!.headers.cookie).toBe('a=1; b=2');
      expect(JSON.stringify(seen!.rawHeaders)).not.toContain(gateway.token);
      expect(seen!.headers.authorization).toBeUndefined();
      expect(seen!.headers['x-api-key']).toBeUndefined();
    },
  );

  it('06-T137 without a token is 401 with the sandbox headers', async () => {
    const gateway = await startGateway();
    const carriers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer sk-other' },
      { 'x-api-key': `aoc_${'1'.repeat(64)}` },
    ];
    for (const headers of carriers) {
      const answer = await ask(gateway, '/proxy/api.example.com/v1', { token: null, headers });
      expect([answer.status, answer.json.error]).toEqual([401, 'agent_token_required']);
      expect(answer.headers).toMatchObject({
        'www-authenticate': 'Bearer',
        'x-should-retry': 'false',
        'content-security-policy': 'sandbox',
      });
    }
  });

  it('6.4 the token header counts as present for injection and is replaced by it', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    gateway.stages.injection = ({ outbound }) => {
      const at = outbound.headers.findIndex((part) => part.toLowerCase() === 'authorization');
      if (at < 0) return 0;
      outbound.headers[at + 1] = 'Bearer real';
      return 1;
    };
    await ask(gateway, `/proxy-http/${upstream.authority}`, {
      token: null,
      headers: { authorization: `Bearer ${gateway.token}` },
    });
    expect(upstream.seen[0]).toMatchObject({ url: '/', headers: { authorization: 'Bearer real' } });
  });

  it('speaks https with /proxy/ and never answers a preflight itself', async () => {
    const gateway = await startGateway({ upstream: { acceptInvalidCertificates: true } });
    const upstream = await startUpstream('self-signed');
    const answer = await ask(gateway, `/proxy/${upstream.authority}/p`, {
      method: 'OPTIONS',
      token: null,
      headers: { 'x-agent-token': gateway.token, origin: 'http://dashboard.test' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(upstream.seen[0]!.method).toBe('OPTIONS');
  });
});

describe('shutdown', () => {
  it('06-T112 refuses new connections, lets the request in flight finish and closes its connection', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    let release = (): void => undefined;
    upstream.answer = (_request, response) => (release = () => void response.end('late'));
    const pending = ask(gateway, `http://${upstream.authority}/slow`, {
      headers: { connection: 'keep-alive' },
    });
    await eventually(() => upstream.seen.length === 1);
    const idle = connect(gateway.port, '127.0.0.1');
    idle.on('error', () => undefined);
    await new Promise((resolve) => idle.once('connect', resolve));
    const stopping = gateway.stop();
    await expect(ask(gateway, '/healthz', { token: null })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    const answer = await pending;
    expect([answer.text, answer.headers.connection]).toEqual(['late', 'close']);
    await stopping;
  });

  it('drains tunnels like connections and cuts what exceeds the budget', async () => {
    const gateway = await startGateway({ listener: { drainMs: 150 } });
    const upstream = await startUpstream();
    upstream.answer = () => undefined;
    const { socket } = await connectThrough(gateway, upstream.authority, gateway.token);
    const never = ask(gateway, '/never', { over: socket });
    const caught = never.then(
      () => 'answered',
      () => 'cut',
    );
    await eventually(() => upstream.seen.length === 1);
    await gateway.stop();
    expect(await caught).toBe('cut');
  });
});
