import { beforeEach, describe, expect, it } from '@jest/globals';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Owner, signUpOwner } from '../../harness/people/accounts.js';
import { type Agent, type Asking, createAgent } from '../../harness/clients/agent.js';
import { askAbout, decide, pending } from '../../harness/policy/approvals.js';
import { gateway } from '../../harness/clients/client.js';
import { network, organizationRules, type RuleInput } from '../../harness/policy/rules.js';
import type { TestServer } from '../../harness/server/server.js';
import { withUpstream } from '../../harness/server/stands.js';
import type { Upstream } from '../../harness/upstreams/upstream.js';
import { afterDenial, verdictOf } from '../../harness/clients/verdicts.js';

let server: TestServer;
let upstream: Upstream;
let owner: Owner;
let agent: Agent;

withUpstream((stand) => ({ upstream, server } = stand));

beforeEach(async () => {
  upstream.reset();
  owner = await signUpOwner(server);
  agent = await createAgent(server, owner);
});

type Fields = Record<string, string | string[]>;
type Body = string | Buffer;

const BLOCK = { action: 'block' } as const;
const GOLD = [{ target: 'body', operator: 'contains', value: 'gold', key: 'to' }] as const;
const WIRE = [{ target: 'body', operator: 'contains', value: 'wire-transfer' }] as const;

/** One host for each thing a rule can do; what nothing opens on the last one is refused. */
const positions = (conditions: RuleInput['conditions']): RuleInput[] => [
  { ...BLOCK, targets: [network('block.test')], conditions },
  { requireApproval: true, targets: [network('ask.test')], conditions },
  { rateLimit: 1, rateLimitWindow: 'day', targets: [network('limit.test')], conditions },
  { targets: [network('open.test')], conditions },
  { ...BLOCK, targets: [network('open.test')] },
];

function send(host: string, body: Body, headers: Fields): Promise<string> {
  const asking = { method: 'POST', body, headers } as Asking;
  return verdictOf(upstream, () => agent.ask(`http://${host}/`, asking));
}

/** What block, approval, rate limit and allow make of the body; the limit is asked twice, of which the first passes. */
async function verdicts(body: Body, headers: Fields, asked: boolean): Promise<string[]> {
  const asking = send('ask.test', body, headers);
  const approval = asked ? await afterDenial(gateway(server).as(owner.apiKey), asking) : await asking;
  await send('limit.test', body, headers);
  return [
    await send('block.test', body, headers),
    approval,
    await send('limit.test', body, headers),
    await send('open.test', body, headers),
  ];
}

const RESTRICTED = ['blocked_by_policy', 'manual_approval_denied', 'rate_limited', 'blocked_by_policy'];
const MATCHED = [...RESTRICTED.slice(0, 3), 'allow'];
const PASSED = ['allow', 'allow', 'allow', 'blocked_by_policy'];

const JSON_TYPE = { 'content-type': 'application/json' };
const coded = (coding: string | string[], type = JSON_TYPE): Fields => ({
  ...type,
  'content-encoding': coding,
});
const EVIL = '{"to":"gold"}';
const GOOD = '{"to":"tin"}';

describe('a condition with a key meets every reading of the body (R26)', () => {
  beforeEach(() => organizationRules(server, owner, positions([...GOLD])));

  it.each<[what: string, body: Body, headers: Fields]>([
    ['a repeated key, first', '{"to":"gold","to":"tin"}', JSON_TYPE],
    ['a repeated key, last', '{"to":"tin","to":"gold"}', JSON_TYPE],
    ['another letter case', '{"TO":"gold"}', JSON_TYPE],
    ['an escaped key in another case', '{"to":"tin","T\\u006f":"gold"}', JSON_TYPE],
    ['two JSON texts', '{"to":"tin"}{"to":"gold"}', JSON_TYPE],
    ['a comment', '{/**/"to":"tin"}', JSON_TYPE],
    ['a form said to be JSON', 'to=g%6Fld', JSON_TYPE],
    ['JSON said to be a form', EVIL, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form inside JSON', '{"to":"tin","x":"&to=gold&"}', JSON_TYPE],
    ['JSON said to be multipart', GOOD, { 'content-type': 'multipart/form-data; boundary=b' }],
    ['two types', GOOD, { 'content-type': ['application/json', 'multipart/form-data; boundary=b'] }],
    ['UTF-16', Buffer.from(EVIL, 'utf16le'), JSON_TYPE],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${EVIL}`, 'utf16le'), { 'content-type': 'text/plain' }],
    ['UTF-7', GOOD, { 'content-type': 'application/json; charset=utf-7' }],
    ['bytes that are no UTF-8', Buffer.from('{"to":"tin","x":"\xc1\xa5"}', 'latin1'), JSON_TYPE],
    ['two JSON lines', '{"to":"tin"}\n{"to":"gold"}\n', { 'content-type': 'application/x-ndjson' }],
    ['JSON5 without a type', "{to:'g\\x6fld'}", {}],
    ['padding beyond the prefix', `{"x":"${'x'.repeat(1_048_576)}","to":"gold"}`, JSON_TYPE],
    ['an unfinished stream', gzipSync(GOOD).subarray(0, -4), coded('gzip')],
    ['a stream and more', Buffer.concat([gzipSync(EVIL), Buffer.from('more')]), coded('gzip')],
    [
      'zeros and another stream',
      Buffer.concat([gzipSync(GOOD), Buffer.alloc(1), gzipSync(EVIL)]),
      coded('gzip'),
    ],
    ['two streams', Buffer.concat([gzipSync('{"to":"go'), gzipSync('ld"}')]), coded('gzip')],
    ['two frames', Buffer.concat([zstdCompressSync('{"to":"go'), zstdCompressSync('ld"}')]), coded('zstd')],
    ['a layer nobody declared', gzipSync(gzipSync(EVIL)), coded('gzip')],
    ['no layer declared', gzipSync(EVIL), JSON_TYPE],
    ['four layers', gzipSync(gzipSync(gzipSync(gzipSync(GOOD)))), coded('gzip, gzip, gzip, gzip')],
    ['an unknown coding', GOOD, coded('compress')],
    ['a coding that is none', EVIL, coded('gzip')],
  ])('%s restricts and does not open', async (_what, body, headers) => {
    expect(await verdicts(body, headers, true)).toEqual(RESTRICTED);
  });

  it.each<[what: string, body: Body, headers: Fields]>([
    ['plain JSON', EVIL, JSON_TYPE],
    ['no type', EVIL, {}],
    ['a mark', `\ufeff${EVIL}`, JSON_TYPE],
    ['escapes', '{"to":"g\\u006fld"}', JSON_TYPE],
    ['the same twice', '{"to":"gold","to":"gold bars"}', JSON_TYPE],
    ['gzip', gzipSync(EVIL), coded('gzip')],
    ['gzip twice in one field', gzipSync(gzipSync(EVIL)), coded('gzip, gzip')],
    ['gzip twice in two fields', gzipSync(gzipSync(EVIL)), coded(['gzip', 'gzip'])],
    ['three codings', zstdCompressSync(brotliCompressSync(gzipSync(EVIL))), coded('gzip, br, zstd')],
    ['zlib', deflateSync(EVIL), coded('deflate')],
    ['bare deflate', deflateRawSync(EVIL), coded('deflate')],
    ['a coding as CGI spells it', brotliCompressSync(EVIL), { ...JSON_TYPE, content_encoding: 'br' }],
  ])('%s is read', async (_what, body, headers) => {
    expect(await verdicts(body, headers, true)).toEqual(MATCHED);
    expect(upstream.only().body.equals(Buffer.from(body as string))).toBe(true);
  });

  it.each<[what: string, body: Body, headers: Fields]>([
    ['plain JSON', '{"to":"tin","note":"gold"}', JSON_TYPE],
    [
      'JSON said to be a form',
      '{"to":"tin","note":"gold"}',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['a form', 'to=tin', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['gzip', gzipSync(GOOD), coded('gzip')],
    ['several streams', Buffer.concat([gzipSync('{"to":'), gzipSync('"tin"}')]), coded('gzip')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), { 'content-type': 'image/png' }],
    ['a long text', 'x'.repeat(1_200_000), { 'content-type': 'text/plain' }],
  ])('%s that says nothing of it passes', async (_what, body, headers) => {
    expect(await verdicts(body, headers, false)).toEqual(PASSED);
  });

  it('a simulation says the same', async () => {
    const simulated = async (host: string, body: string, headers = {}): Promise<string> => {
      const said = { agentId: agent.id, method: 'POST', url: `http://${host}/`, body, headers };
      const answer = await owner.api.post('/v1/policy/simulate', said);
      const { verdict, modifiers } = answer.body;
      return verdict === 'allow' && modifiers.rateLimits.length > 0 ? 'limited' : verdict;
    };
    const all = async (body: string, headers = {}): Promise<string[]> => {
      const said: string[] = [];
      for (const position of ['block', 'ask', 'limit', 'open'])
        said.push(await simulated(`${position}.test`, body, headers));
      return said;
    };
    const restricted = ['refuse', 'approval', 'limited', 'refuse'];
    expect(await all('{"to":"tin","to":"gold"}')).toEqual(restricted);
    expect(await all('{"To":"gold"}')).toEqual(restricted);
    expect(await all('to=tin', JSON_TYPE)).toEqual(restricted);
    expect(await all(GOOD, coded('zstd'))).toEqual(restricted);
    expect(await all(EVIL)).toEqual(['refuse', 'approval', 'limited', 'allow']);
    expect(await all(GOOD)).toEqual(['allow', 'allow', 'allow', 'refuse']);
  });
});

describe('a condition without a key meets every reading of the body (R26)', () => {
  beforeEach(() => organizationRules(server, owner, positions([...WIRE])));

  it.each<[what: string, body: Body, headers: Fields]>([
    ['escapes', '{"a":"wire\\u002dtransfer"}', JSON_TYPE],
    ['percent signs', 'a=wire%2Dtransfer', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['UTF-16', Buffer.from('wire-transfer', 'utf16le').swap16(), {}],
    ['a repeated key', '{"a":"wire-transfer","a":"x"}', JSON_TYPE],
    ['no JSON', 'a love letter', JSON_TYPE],
    [
      'a name in a header of gzip',
      Buffer.concat([
        gzipSync(GOOD).subarray(0, 3),
        Buffer.from([8]),
        gzipSync(GOOD).subarray(4, 10),
        Buffer.from('wire-transfer\0'),
        gzipSync(GOOD).subarray(10),
      ]),
      coded('gzip'),
    ],
    [
      'a part in base64',
      '--b\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
  ])('%s restricts and does not open', async (_what, body, headers) => {
    // What is text all over is there for readers that undo nothing.
    expect(await verdicts(body, headers, true)).toEqual(RESTRICTED);
  });

  it('zstd is read, and forwarded as it came', async () => {
    const body = zstdCompressSync('a wire-transfer');
    expect(await verdicts(body, coded('zstd', { 'content-type': 'text/plain' }), true)).toEqual(MATCHED);
    expect(upstream.only().body.equals(body)).toBe(true);
  });
});

describe('an upload to S3 in pieces (R57)', () => {
  const S3 = 'bucket.s3.eu-west-1.amazonaws.com';
  const STREAMING = { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
  const inPieces = (...pieces: string[]): string =>
    [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('');

  it.each<[coding: string, headers: Fields]>([
    ['none', STREAMING],
    ['identity', { ...STREAMING, 'content-encoding': 'identity' }],
    ['aws-chunked', { ...STREAMING, 'content-encoding': 'aws-chunked' }],
  ])('02-44 is judged without its framing, with Content-Encoding %s', async (_coding, headers) => {
    await organizationRules(server, owner, [{ ...BLOCK, targets: [network(S3)], conditions: [...WIRE] }]);
    expect(await send(S3, inPieces('a wire-', 'trans', 'fer'), headers)).toBe('blocked_by_policy');
    expect(await send(S3, inPieces('a love-', 'lett', 'er'), headers)).toBe('allow');
  });

  it('is shown without its framing to who approves it', async () => {
    await organizationRules(server, owner, [askAbout(S3)]);
    const asking = send(S3, inPieces('a wire-', 'trans', 'fer'), STREAMING);
    const [held] = await pending(gateway(server).as(owner.apiKey));
    expect(held!.summary.details).toContainEqual({ label: 'Body', value: 'a wire-transfer' });
    expect(held!.summary.incomplete).toBeUndefined();
    await decide(gateway(server).as(owner.apiKey), held!.id, 'deny');
    expect(await asking).toBe('manual_approval_denied');
  });
});

describe('a method that a request only names (02 §9.1)', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  beforeEach(() =>
    organizationRules(server, owner, [{ ...BLOCK, targets: [network('x.test', null, 'DELETE')] }]),
  );

  const asks = (path: string, asking: { headers?: Fields; body?: Body } = {}): Promise<string> =>
    verdictOf(upstream, () => agent.ask(`http://x.test${path}`, { method: 'POST', ...asking } as Asking));

  it.each<Fields>([
    { X_HTTP_Method_Override: 'DELETE' },
    { 'x-http_method-override': 'delete' },
    { X_HTTP_METHOD: 'DELETE' },
    { 'X-Method_Override': 'DELETE' },
    { 'x.http.method.override': 'DELETE' },
    { 'x-http-method-override': ['PUT', 'DELETE'] },
    { 'x-http-method-override': 'PUT', x_http_method_override: 'DELETE' },
  ])('counts as %j', async (headers) => {
    expect(await asks('/1', { headers })).toBe('blocked_by_policy');
  });

  it.each([
    '_method=DELETE',
    'a=1&_method=delete',
    '%5Fmethod=D%45LETE',
    '_method[]=DELETE',
    '_method=PUT&_method=DELETE',
    '.method=DELETE',
    '%24httpMethod=DELETE',
    'X-HTTP-Method-Override=DELETE',
    'a;_method=DELETE',
  ])('counts in the query and in a form as %s', async (parameters) => {
    expect(await asks(`/1?${parameters}`)).toBe('blocked_by_policy');
    expect(await asks('/1', { headers: FORM, body: parameters })).toBe('blocked_by_policy');
  });

  it('counts in parts, also of a coded form', async () => {
    const part =
      '--b\r\nContent-Disposition: form-data; name="_method"\r\nContent-Type: text/plain\r\n\r\nDELETE\r\n--b--';
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(await asks('/1', { headers: type, body: part })).toBe('blocked_by_policy');
    expect(await asks('/1', { headers: coded('gzip', FORM), body: gzipSync('_method=DELETE') })).toBe(
      'blocked_by_policy',
    );
    expect(await asks('/1', { headers: FORM, body: '_method=x&'.repeat(20) })).toBe('blocked_by_policy');
  });

  it('what only looks like it does not', async () => {
    for (const parameters of [
      'payment_method=DELETE',
      'method=DELETE',
      '_method=DELETED',
      '_methods=DELETE',
      'a=_method',
    ])
      expect([parameters, await asks(`/1?${parameters}`, { headers: FORM, body: parameters })]).toEqual([
        parameters,
        'allow',
      ]);
    expect(await asks('/1', { headers: JSON_TYPE, body: '{"method":"DELETE"}' })).toBe('allow');
  });
});

describe('who is asked sees what servers may read', () => {
  const HOST = 'gmail.googleapis.com';
  const raw = (to: string): string =>
    Buffer.from(`To: ${to}\r\nSubject: Hi\r\n\r\nText`).toString('base64url');

  async function shown(
    path: string,
    body: Body,
    headers: Fields = JSON_TYPE,
  ): Promise<{ action: string; lines: string[] }> {
    await organizationRules(server, owner, [askAbout(HOST)]);
    const asking = agent.ask(`http://${HOST}${path}`, { method: 'POST', body, headers } as Asking);
    const desk = gateway(server).as(owner.apiKey);
    const [{ id, summary }] = await pending(desk);
    await decide(desk, id, 'deny');
    await asking;
    return {
      action: summary.action,
      lines: summary.details.map(({ label, value }: any) => `${label}: ${value}`),
    };
  }

  it('both of two messages', async () => {
    const body = `{"raw":"${raw('friend@x.test')}","raw":"${raw('foe@x.test')}"}`;
    const { lines } = await shown('/gmail/v1/users/me/messages/send', body);
    expect(lines).toContain('Repeated names: raw');
    expect(lines.some((line) => line.startsWith('To: '))).toBe(false);
  });

  it('both of two recipients', async () => {
    const body = JSON.stringify({
      raw: Buffer.from('To: a@x.test\r\nTo: b@x.test\r\n\r\n').toString('base64url'),
    });
    expect((await shown('/gmail/v1/users/me/messages/send', body)).lines).toContain('To: a@x.test, b@x.test');
  });

  it('another method, and then not what the path means by its own', async () => {
    const { action, lines } = await shown('/gmail/v1/users/me/messages/7/trash', '', {
      X_HTTP_Method_Override: 'DELETE',
    });
    expect([action, lines]).toEqual([
      'POST request',
      [
        'Endpoint: /gmail/v1/users/me/messages/7/trash',
        'x-http-method-override: DELETE',
        'Asks to be treated as: DELETE',
      ],
    ]);
  });

  it('escapes undone, credentials hidden behind them, and doubts about codings', async () => {
    const { lines } = await shown('/x', '{"\\u0070assword":"hunter2","to":"\\u0065vil","To":"x"}');
    expect(lines).toEqual([
      'Endpoint: /x',
      'Body: {"password":"***","to":"evil","To":"x"}',
      'Repeated names: To',
    ]);
    const form = await shown('/x', 'p%61ssword=hunter2&to=%65vil', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.lines).toContain('Body: password=***&to=evil');
    const twice = await shown('/x', gzipSync(gzipSync('hello')), {
      'content-encoding': 'gzip',
      'content-type': 'text/plain; charset=utf-7',
    });
    expect(twice.lines).toEqual([
      'Endpoint: /x',
      'Body: hello',
      'Charset: utf-7',
      'Note: Servers may decode this body in different ways.',
    ]);
  });
});
