import { describe, expect, it } from '@jest/globals';
import { AnswerParts } from './answer-parts.js';
import { truncateMarked } from './truncate-marked.js';
import { RepeatedFailures } from './repeated-failures.js';
import { BadArguments, readRequest } from './request-arguments.js';
import { shownAnswer } from './shown-answer.js';
import { SpokenPieces } from './spoken-pieces.js';

const URL_OF = 'https://api.test/a';

describe('arguments of http_request (04 §11.4)', () => {
  it('become a request', () => {
    const read = readRequest({
      method: 'post',
      url: `${URL_OF}?x=1#part`,
      headers: { 'X-One': ' 1 ', Accept: 'a/b' },
      query: { y: [2, 'zwei'], z: true },
      body: { n: 1 },
      connectionId: 'c1',
      timeoutSeconds: 5,
    });
    expect({ ...read, url: read.url.href }).toEqual({
      method: 'POST',
      url: `${URL_OF}?x=1&y=2&y=zwei&z=true`,
      headers: {
        'x-one': '1',
        accept: 'a/b',
        'content-type': 'application/json',
        'x-onecli-connection-id': 'c1',
      },
      body: '{"n":1}',
      timeoutSeconds: 5,
    });
  });

  it('keep a text as it is, with the type that the model gave it', () => {
    const headers = { 'Content-Type': 'text/csv' };
    const { body, headers: sent } = readRequest({ method: 'PUT', url: URL_OF, headers, body: 'a,b' });
    expect([body, sent]).toEqual(['a,b', { 'content-type': 'text/csv' }]);
  });

  it.each([
    'Host',
    'Connection',
    'Transfer-Encoding',
    'Content-Length',
    'Proxy-Authorization',
    'X-OneCLI-Connection-Id',
    'TE',
    'Expect',
  ])('leave %s out', (name) => {
    expect(readRequest({ method: 'GET', url: URL_OF, headers: { [name]: 'x' } }).headers).toEqual({});
  });

  it.each<[string, unknown]>([
    ['an object', []],
    ['method', { url: URL_OF }],
    ['method', { method: 'CONNECT', url: URL_OF }],
    ['http or https URL', { method: 'GET', url: 'ftp://a.test' }],
    ['http or https URL', { method: 'GET', url: `${URL_OF}?${'x'.repeat(9_000)}` }],
    ['no credentials', { method: 'GET', url: 'https://user:pw@a.test/' }],
    ['8192 characters', { method: 'GET', url: URL_OF, query: { x: 'x'.repeat(9_000) } }],
    ['query.x', { method: 'GET', url: URL_OF, query: { x: {} } }],
    ['an object', null],
    ['an object', 'text'],
    ['no credentials', { method: 'GET', url: 'https://user@a.test/' }],
    ['no credentials', { method: 'GET', url: 'https://:pw@a.test/' }],
    ['http or https URL', { method: 'GET', url: '' }],
    ['query must be an object', { method: 'GET', url: URL_OF, query: 'x=1' }],
    ['headers must be an object', { method: 'GET', url: URL_OF, headers: [] }],
    ['takes no body', { method: 'GET', url: URL_OF, body: 'x' }],
    ['more than 262144', { method: 'POST', url: URL_OF, body: 'x'.repeat(262_145) }],
    ['cannot be sent', { method: 'GET', url: URL_OF, headers: { 'a b': 'x' } }],
    ['cannot be sent', { method: 'GET', url: URL_OF, headers: { a: 'x\r\ny: z' } }],
    ['more than 16384 bytes', { method: 'GET', url: URL_OF, headers: { a: 'x'.repeat(17_000) } }],
    [
      'at most 50',
      {
        method: 'GET',
        url: URL_OF,
        headers: Object.fromEntries([...Array(51)].map((_, n) => [`a${n}`, ''])),
      },
    ],
    ...[0, 121, 1.5, -1, '5', NaN, true].map((timeoutSeconds): [string, unknown] => [
      'timeoutSeconds',
      { method: 'GET', url: URL_OF, timeoutSeconds },
    ]),
    ...[7, '', 'x'.repeat(201), 'a\nb'].map((connectionId): [string, unknown] => [
      'connectionId',
      { method: 'GET', url: URL_OF, connectionId },
    ]),
  ])('are refused in words that say %j', (words, given) => {
    expect(() => readRequest(given)).toThrow(BadArguments);
    expect(() => readRequest(given)).toThrow(words);
  });
});

describe('the limits of http_request (04 §11.4)', () => {
  const ASKED = { method: 'POST', url: URL_OF };
  const sized = (length: number): string => `${URL_OF}?${'x'.repeat(length - URL_OF.length - 1)}`;
  const headers = (count: number, size = 3): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`h${at + 10}`, 'x'.repeat(size - 3)]));

  it.each<[string, unknown, unknown]>([
    ['8,192 characters of a URL', { url: sized(8_192) }, { url: sized(8_193) }],
    [
      'the same with its query',
      { url: sized(8_187), query: { y: 1 } },
      { url: sized(8_188), query: { y: 1 } },
    ],
    ['50 headers', { headers: headers(50) }, { headers: headers(51) }],
    ['16,384 bytes of headers', { headers: headers(16, 1_024) }, { headers: headers(5, 3_277) }],
    ['262,144 characters of a body', { body: 'x'.repeat(262_144) }, { body: 'x'.repeat(262_145) }],
    ['the same of JSON', { body: ['x'.repeat(262_140)] }, { body: ['x'.repeat(262_141)] }],
    ['200 characters of a connection', { connectionId: 'x'.repeat(200) }, { connectionId: 'x'.repeat(201) }],
    ['120 seconds', { timeoutSeconds: 120 }, { timeoutSeconds: 121 }],
    ['one second at least', { timeoutSeconds: 1 }, { timeoutSeconds: 0 }],
  ])('are %s', (_what, most, more) => {
    expect(() => readRequest({ ...ASKED, ...(most as object) })).not.toThrow();
    expect(() => readRequest({ ...ASKED, ...(more as object) })).toThrow(BadArguments);
  });

  it('are a minute where nothing is said', () => {
    expect(readRequest({ ...ASKED, timeoutSeconds: null }).timeoutSeconds).toBe(60);
  });
});

describe('what of an answer a model is told', () => {
  const answer = (headers: object, body: string | Uint8Array, status = 200) =>
    shownAnswer({
      status,
      headers: headers as Record<string, string>,
      bytes: typeof body === 'string' ? Buffer.from(body) : body,
      isPart: false,
    });

  it('is its text and the fields that help', () => {
    const headers = {
      'content-type': 'application/problem+json',
      'set-cookie': ['a=b'],
      'x-ratelimit-left': '3',
      'x-onecli-connections': '[{"id":"c1"}]',
      link: '<b>; rel=next',
    };
    expect(answer(headers, '{"a":1}')).toEqual({
      status: 200,
      headers: {
        'content-type': 'application/problem+json',
        'x-ratelimit-left': '3',
        link: '<b>; rel=next',
      },
      body: '{"a":1}',
      truncated: false,
      contentType: 'application/problem+json',
      sizeBytes: 7,
      connections: [{ id: 'c1' }],
    });
  });

  it.each([
    [{ 'content-type': 'image/png' }, Buffer.from('png')],
    [{ 'content-type': 'text/plain' }, Buffer.from([97, 0, 98])],
    [{}, Buffer.from([0, 1])],
  ])('is type and size of what is no text: %j', (headers, bytes) => {
    expect(answer(headers, bytes)).toMatchObject({
      body: expect.stringMatching(/^\[.+, \d bytes\]$/),
      truncated: true,
    });
  });

  it('is whole where there are no bytes of what is no text', () => {
    expect(answer({ 'content-type': 'image/png' }, '')).toMatchObject({
      body: '[image/png, 0 bytes]',
      truncated: false,
    });
  });

  it('says when to come back, if that is said', () => {
    expect(answer({ 'retry-after': '7' }, '').retryAfter).toBe('7');
    expect(answer({}, '')).not.toHaveProperty('retryAfter');
  });

  it('is read in its charset, and as UTF-8 where that is none', () => {
    expect(answer({ 'content-type': 'text/plain; charset=latin1' }, Buffer.from([0xe9])).body).toBe('é');
    expect(answer({ 'content-type': 'text/plain; charset="none"' }, 'é').body).toBe('é');
  });

  it('is cut', () => {
    expect(answer({}, 'x'.repeat(48_000))).toMatchObject({ truncated: false, body: 'x'.repeat(48_000) });
    expect(answer({}, 'x'.repeat(50_000))).toMatchObject({ truncated: true, body: 'x'.repeat(48_000) });
  });

  it.each([
    [429, {}, true],
    [503, { 'x-should-retry': 'false' }, false],
    [500, {}, true],
  ])('tells whether %i with %j may be tried again', (status, headers, retryable) => {
    expect(answer(headers, '', status).retryable).toBe(retryable);
    expect(answer(headers, '', 404).retryable).toBeUndefined();
  });
});

describe('texts', () => {
  it('say that they were cut, within the limit', () => {
    expect(truncateMarked('abc', 3)).toBe('abc');
    const cut = truncateMarked('é'.repeat(1_000), 100);
    expect(cut).toMatch(/^é+\n\[cut: 1000 characters in all\]$/);
    expect(cut).toHaveLength(100);
  });

  it('of all steps become one answer, with what a step said that did not end', () => {
    const parts = new AnswerParts();
    expect(parts.whole()).toBeNull();
    parts.piece('One.');
    parts.step('One.');
    parts.step(' ');
    parts.piece('Tw');
    expect(parts.whole()).toBe('One.\n\nTw');
    parts.step('Two.');
    expect(parts.whole()).toBe('One.\n\nTwo.');
  });

  it('of an answer have a limit, however many steps there are', () => {
    const parts = new AnswerParts();
    for (let step = 0; step < 5; step++) parts.step('x'.repeat(60_000));
    expect(parts.whole()).toHaveLength(100_000);
  });

  const MOST = 'x'.repeat(100_000);
  const ended = (...texts: string[]): AnswerParts => {
    const parts = new AnswerParts();
    for (const text of texts) parts.step(text);
    return parts;
  };
  const begun = (...texts: string[]): AnswerParts => {
    const parts = new AnswerParts();
    for (const text of texts) parts.piece(text);
    return parts;
  };

  it.each([
    ['one step', ended(MOST), false],
    ['a step that did not end', begun(MOST), false],
    ['one step and more', ended(MOST, 'y'), true],
    ['a step a little shorter, and more', ended(MOST.slice(1), 'y'), true],
    ['a step beyond the limit, and more', ended(`${MOST}x`, 'y'), true],
    ['a step that did not end, with more in a later piece', begun(MOST, 'y'), true],
  ])('of an answer say that they were cut, and only then: %s', (_what, parts, isCut) => {
    const whole = parts.whole()!;
    expect(whole).toHaveLength(100_000);
    expect(/\n\[cut: \d+ characters in all\]$/.test(whole)).toBe(isCut);
  });

  it('are merged as long as the piece may be reported', () => {
    const pieces = new SpokenPieces();
    for (const length of [15_999, 1, 1]) pieces.add({ kind: 'text', text: 'x'.repeat(length) });
    expect(pieces.take().map(({ text }) => (text as string).length)).toEqual([16_000, 1]);
  });

  it('that follow each other are published together, in pieces that may be reported', () => {
    const pieces = new SpokenPieces();
    for (const text of ['a', '', 'b']) pieces.add({ kind: 'text', text });
    pieces.add({ kind: 'thinking', text: 'c' });
    pieces.add({ kind: 'text', text: `x${'😀'.repeat(10_000)}` });
    const events = pieces.take();
    expect(events.slice(0, 2)).toEqual([
      { type: 'text.delta', text: 'ab' },
      { type: 'thinking.delta', text: 'c' },
    ]);
    expect(events.slice(2).map(({ text }) => (text as string).length)).toEqual([15_999, 4_002]);
    expect(events.every(({ text }) => (text as string).isWellFormed())).toBe(true);
    expect(pieces.take()).toEqual([]);
  });
});

describe('a call that fails again and again', () => {
  it('is told of from the third time on, unless another comes between', () => {
    const repeated = new RepeatedFailures();
    const call = { name: 'a', args: '{}' };
    const note = (failed: boolean, args = '{}') => repeated.note({ ...call, args }, failed) !== null;
    expect([note(true), note(true), note(true), note(true)]).toEqual([false, false, true, true]);
    expect([note(true, '[]'), note(true), note(true), note(false), note(true)]).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
