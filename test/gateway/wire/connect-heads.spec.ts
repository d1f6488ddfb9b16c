/** R43, 06 §4.1: how clients open a tunnel, byte by byte as each of them sent it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { basic, stopAll, sendRaw, startGateway, startUpstream } from './wire-harness.js';

const GET = 'GET /inside HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const TUNNEL = /^HTTP\/1\.[01] 200 [^\r]*\r\n\r\nHTTP\/1\.1 200 OK/;

/** `T` is the target, `H` its host alone, `A` the credentials; fields as recorded, in their order and spelling. */
const RECORDED: [client: string, head: string[]][] = [
  [
    'curl 7.88',
    [
      'CONNECT T HTTP/1.1',
      'Host: T',
      'Proxy-Authorization: A',
      'User-Agent: curl/7.88.1',
      'Proxy-Connection: Keep-Alive',
    ],
  ],
  ['Wget 1.21', ['CONNECT T HTTP/1.1', 'User-Agent: Wget/1.21.3', 'Proxy-Authorization: A', 'Host: T']],
  [
    'libcurl 8.23 of pycurl',
    [
      'CONNECT T HTTP/1.1',
      'Host: T',
      'Proxy-Authorization: A',
      'User-Agent: PycURL/7.49.0 libcurl/8.23.0',
      'Proxy-Connection: Keep-Alive',
    ],
  ],
  [
    'libcurl of PHP',
    ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A', 'Proxy-Connection: Keep-Alive'],
  ],
  ['a stream of PHP 8', ['CONNECT T HTTP/1.0', 'Proxy-Authorization: A']],
  ['urllib of Python 3.11', ['CONNECT T HTTP/1.0', 'Proxy-Authorization: A']],
  ['requests 2.34', ['CONNECT T HTTP/1.0', 'Proxy-Authorization: A']],
  ['httpx', ['CONNECT T HTTP/1.1', 'Host: T', 'Accept: */*', 'Proxy-Authorization: A']],
  [
    'aiohttp 3.14',
    [
      'CONNECT T HTTP/1.1',
      'Host: H',
      'Accept: */*',
      'Accept-Encoding: gzip, deflate',
      'User-Agent: Python/3.11 aiohttp/3.14.5',
      'Proxy-Authorization: A',
    ],
  ],
  [
    'net/http of Go 1.26',
    ['CONNECT T HTTP/1.1', 'Host: T', 'User-Agent: Go-http-client/1.1', 'Proxy-Authorization: A'],
  ],
  ['hyper 1', ['CONNECT T HTTP/1.1', 'proxy-authorization: A']],
  [
    'the tunnel of hyper-util, which reqwest uses',
    ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A'],
  ],
  [
    'HttpURLConnection of Java 17',
    [
      'CONNECT T HTTP/1.1',
      'User-Agent: Java/17.0.15',
      'Host: H',
      'Accept: text/html, image/gif, image/jpeg, */*; q=0.2',
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: A',
    ],
  ],
  ['HttpClient of Java 17', ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A']],
  [
    'undici',
    [
      'CONNECT T HTTP/1.1',
      'host: H',
      'connection: close',
      'proxy-authorization: A',
      'proxy-connection: keep-alive',
    ],
  ],
  [
    'https-proxy-agent',
    ['CONNECT T HTTP/1.1', 'Proxy-Authorization: A', 'Host: T', 'Proxy-Connection: close'],
  ],
  ['axios', ['CONNECT T HTTP/1.1', 'Proxy-Authorization: A', 'Host: H', 'Connection: close']],
  ['got with hpagent', ['CONNECT T HTTP/1.1', 'connection: close', 'host: T', 'proxy-authorization: A']],
  ['tunnel, and request', ['CONNECT T HTTP/1.1', 'host: T', 'Proxy-Authorization: A', 'Connection: close']],
  ['global-agent', ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A']],
  [
    'the agent of Node.js 24',
    ['CONNECT T HTTP/1.1', 'proxy-authorization: A', 'proxy-connection: keep-alive', 'host: T'],
  ],
  ['grpc-js', ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A', 'Connection: keep-alive']],
  [
    'the core of gRPC',
    ['CONNECT T HTTP/1.1', 'Host: T', 'User-Agent: grpc-httpcli/0.0', 'Proxy-Authorization: A'],
  ],
  ['urllib3 2', ['CONNECT T HTTP/1.0', 'proxy-authorization: A']],
  ['websocket-client', ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A']],
  [
    'websockets of Python',
    ['CONNECT T HTTP/1.1', 'Host: T', 'User-Agent: Python/3.11 websockets/17.4', 'Proxy-Authorization: A'],
  ],
  [
    'python-socks',
    ['CONNECT T HTTP/1.1', 'Host: T', 'User-Agent: Python/3.11 python-socks/3.2.1', 'Proxy-Authorization: A'],
  ],
  [
    'git 2.39',
    [
      'CONNECT T HTTP/1.1',
      'Host: T',
      'Proxy-Authorization: A',
      'User-Agent: git/2.39.5',
      'Proxy-Connection: Keep-Alive',
    ],
  ],
  ['openssl s_client', ['CONNECT T HTTP/1.0', 'Proxy-Connection: Keep-Alive', 'Proxy-Authorization: A']],
  ['Net::HTTP of Ruby 3.1', ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A']],
  [
    'HTTP::Tiny of Perl',
    ['CONNECT T HTTP/1.1', 'Host: T', 'User-Agent: HTTP-Tiny/0.080', 'Proxy-Authorization: A'],
  ],
  [
    'LWP of Perl',
    [
      'CONNECT T HTTP/1.1',
      'TE: deflate,gzip;q=0.3',
      'Connection: TE, close',
      'Host: T',
      'Proxy-Authorization: A',
    ],
  ],
];

/** As their sources write it: these could not be run where the others were recorded. */
const WRITTEN: typeof RECORDED = [
  [
    'OkHttp',
    [
      'CONNECT T HTTP/1.1',
      'Host: T',
      'Proxy-Connection: Keep-Alive',
      'User-Agent: okhttp/4.12.0',
      'Proxy-Authorization: A',
    ],
  ],
  ['SocketsHttpHandler of .NET', ['CONNECT T HTTP/1.1', 'Host: T', 'Proxy-Authorization: A']],
  [
    'HttpProxyHandler of Netty',
    ['CONNECT T HTTP/1.1', 'host: T', 'proxy-authorization: A', 'content-length: 0'],
  ],
  [
    'ureq of Rust',
    [
      'CONNECT T HTTP/1.1',
      'Host: T',
      'User-Agent: ureq/2.10.1',
      'Proxy-Connection: Keep-Alive',
      'Proxy-Authorization: A',
    ],
  ],
];

afterEach(stopAll);

describe('the CONNECT of a client library', () => {
  it.each([...RECORDED, ...WRITTEN])('R43 of %s opens a tunnel', async (_client, head) => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    const [host] = upstream.authority.split(':') as [string];
    const sent = head.map((line) =>
      line
        .replace(/\bT\b/, upstream.authority)
        .replace(/: H$/, `: ${host}`)
        .replace(/: A$/, `: ${basic(gateway.token)}`),
    );
    expect(await sendRaw(gateway.port, `${sent.join('\r\n')}\r\n\r\n${GET}`)).toMatch(TUNNEL);
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/inside']);
  });

  it('R43 a Host is not used for routing', async () => {
    const gateway = await startGateway();
    const [upstream, other] = [await startUpstream(), await startUpstream()];
    const auth = `Proxy-Authorization: ${basic(gateway.token)}`;
    for (const host of [other.authority, 'other.test', '']) {
      const head = `CONNECT ${upstream.authority} HTTP/1.1\r\nHost: ${host}\r\n${auth}\r\n\r\n`;
      expect([host, await sendRaw(gateway.port, head + GET)]).toEqual([host, expect.stringMatching(TUNNEL)]);
    }
    expect([upstream.seen.length, other.seen.length]).toEqual([3, 0]);
  });

  it('R43 a Host that two readers could take differently is refused all the same', async () => {
    const gateway = await startGateway();
    const auth = `Proxy-Authorization: ${basic(gateway.token)}`;
    for (const hosts of ['Host: a\r\nHost: b', 'Host: a, b', 'Host: a b'])
      expect(
        await sendRaw(gateway.port, `CONNECT a.test:443 HTTP/1.1\r\n${hosts}\r\n${auth}\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('R43 ncat asks without a token first, and opens its tunnel after the 407', async () => {
    const gateway = await startGateway();
    const upstream = await startUpstream();
    expect(await sendRaw(gateway.port, `CONNECT ${upstream.authority} HTTP/1.0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.[01] 407 [^]*\r\nproxy-authenticate: basic/i,
    );
    const auth = `Proxy-Authorization: ${basic(gateway.token)}`;
    const head = `CONNECT ${upstream.authority} HTTP/1.0\r\n${auth}\r\n\r\n`;
    expect(await sendRaw(gateway.port, head + GET)).toMatch(TUNNEL);
  });

  it('R43 without a token it is 407, with no port 400, and neither reaches anybody', async () => {
    const gateway = await startGateway();
    const auth = `Proxy-Authorization: ${basic(gateway.token)}`;
    expect(await sendRaw(gateway.port, 'CONNECT a.test:443 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 407 /);
    expect(await sendRaw(gateway.port, `CONNECT a.test HTTP/1.1\r\n${auth}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });
});

it.each([
  'GET / HTTP/1.1',
  'GET http://a.test/ HTTP/1.1',
  'POST /proxy/a.test/ HTTP/1.1',
  'OPTIONS * HTTP/1.1',
])('R43 %s without Host is 400', async (line) => {
  const gateway = await startGateway();
  const auth = `Proxy-Authorization: ${basic(gateway.token)}`;
  expect(await sendRaw(gateway.port, `${line}\r\n${auth}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  // The same inside a tunnel.
  const inside = `CONNECT a.test:443 HTTP/1.1\r\n${auth}\r\n\r\n${line}\r\n\r\n`;
  expect(await sendRaw(gateway.port, inside)).toMatch(/^HTTP\/1\.1 200 [^\r]*\r\n\r\nHTTP\/1\.1 400 /);
});
