/** 06 §7.7, §18: the certificate is fetched over plain HTTP before there is any trust; what a stranger makes of that. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { type Agent, createAgent } from '../harness/clients/agent.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { startUpstream, type Upstream } from '../harness/upstreams/upstream.js';

const PATH = '/v1/gateway/ca';
const ONE_CERTIFICATE = /^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n$/;

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;
let certificate: string;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await startServer(upstream.settings);
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
  certificate = await (await fetch(`${server.apiUrl}${PATH}`)).text();
});

afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

/** What either origin says to a request as it stands on the wire. */
async function answers(line: string, fields: readonly string[] = []): Promise<string[]> {
  return Promise.all(
    [server.apiUrl, server.gatewayUrl].map(async (origin) => {
      const { hostname, port } = new URL(origin);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const named = fields.some((field) => /^host:/i.test(field)) ? [] : [`Host: ${hostname}:${port}`];
      socket.write([line, ...named, ...fields, 'Connection: close', '', ''].join('\r\n'));
      const pieces: Buffer[] = [];
      for await (const piece of socket) pieces.push(piece as Buffer);
      return Buffer.concat(pieces).toString('latin1');
    }),
  );
}

describe('the certificate of the authority', () => {
  it('is one certificate and nothing else, the same at both origins', async () => {
    expect(certificate).toMatch(ONE_CERTIFICATE);
    for (const answer of await answers(`GET ${PATH} HTTP/1.1`)) expect(answer).toContain(certificate);
  });

  it.each([
    ['another host', ['Host: evil.test']],
    ['a proxy that says another', ['X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: https']],
    [
      'another path by a field',
      ['X-Original-URL: /evil', 'X-Rewrite-URL: /evil', 'X-Forwarded-Prefix: /evil'],
    ],
    ['another language and type', ['Accept: application/json', 'Accept-Language: x']],
    ['a coding', ['Accept-Encoding: identity;q=0, x']],
    ['a condition', ['If-None-Match: "x"', 'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT']],
    ['a token of nobody', ['Authorization: Bearer x', 'Cookie: a=b']],
  ])('does not depend on %s, and the answer repeats none of it', async (_what, fields) => {
    for (const answer of await answers(`GET ${PATH} HTTP/1.1`, fields)) {
      expect(answer).not.toMatch(/evil|PRIVATE/);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|4\d\d) /);
      if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain(certificate);
    }
  });

  it.each([
    `${PATH}/key`,
    `${PATH}/../ca.key`,
    `${PATH}%2f..%2fca.key`,
    `${PATH}?file=ca.key`,
    `${PATH};ca.key`,
    '/v1/gateway/ca.key',
    '/gateway/ca.key',
    '/.data/gateway/ca.key',
    '/v1/gateway/../../.data/gateway/ca.key',
    '/v1/gateway/..%5c..%5cdata%5cca.key',
  ])('leads to no key: %s', async (path) => {
    for (const answer of await answers(`GET ${path} HTTP/1.1`)) {
      expect(answer).not.toContain('PRIVATE KEY');
      if (answer.startsWith('HTTP/1.1 200')) expect(answer.endsWith(certificate)).toBe(true);
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('cannot be replaced by %s', async (method) => {
    for (const answer of await answers(`${method} ${PATH} HTTP/1.1`, ['Content-Length: 0']))
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await (await fetch(`${server.gatewayUrl}${PATH}`)).text()).toBe(certificate);
  });

  it('is not what an upstream says at the same path, nor is it asked of one', async () => {
    upstream.answer = (_request, response) => response.end('of the upstream');
    const answer = await agent.ask(`http://ca.test${PATH}`);
    expect(answer.text).toBe('of the upstream');
    expect(await (await fetch(`${server.gatewayUrl}${PATH}`)).text()).toBe(certificate);
    expect(upstream.seen).toHaveLength(1);
  });
});
