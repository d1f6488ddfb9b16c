import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { threadMs } from '../../../../test/harness/time/thread-time.js';
import { applyInjections } from './request-edits/apply.js';
import type { InjectableSecret, Injection, InjectionConfig } from './request-edits/model.js';
import { planSecretInjection, slotOf, slotsOf } from './plan.js';
import { hasHeader, headerValue, removeHeader, setHeader } from './request-edits/header-fields.js';
import { setQueryParameter } from './request-edits/query-parameter.js';

const generic = (injectionConfig: InjectionConfig): InjectableSecret => ({
  type: 'generic',
  metadata: null,
  injectionConfig,
});
const llm = (type: 'anthropic' | 'openai', authMode: 'api-key' | 'oauth'): InjectableSecret => ({
  type,
  metadata: { authMode },
  injectionConfig: null,
});
const OAUTH = JSON.stringify({
  tokens: { access_token: 'at-1', refresh_token: 'rt-1', account_id: 'acc-1' },
});

/** What the upstream would see. */
function send(secret: InjectableSecret, value: string, target: string, headers: string[] = []) {
  const request = { headers: [...headers], target };
  const { count } = applyInjections(request, planSecretInjection(secret, value));
  return { ...request, count };
}

describe('what the upstream sees', () => {
  const KEY = 'k-123';
  const cases: [string, InjectableSecret, string, string, string[], string, string[], number][] = [
    [
      '06-T52 a header is set',
      generic({ headerName: 'x-test-key' }),
      KEY,
      '/',
      [],
      '/',
      ['x-test-key', KEY],
      1,
    ],
    [
      "06-T53 the agent's own header is replaced, whatever its case",
      generic({ headerName: 'authorization', valueFormat: 'Bearer {value}' }),
      KEY,
      '/',
      ['Accept', '*/*', 'Authorization', 'Bearer mine', 'X-A', '1', 'AUTHORIZATION', 'again'],
      '/',
      ['Accept', '*/*', 'authorization', `Bearer ${KEY}`, 'X-A', '1'],
      1,
    ],
    [
      '06-T59 a query parameter is replaced and its neighbours keep their bytes',
      generic({ paramName: 'api_key' }),
      'v 1&2',
      '/m?limit=5&api_key=old&q=%7e+x',
      [],
      '/m?limit=5&api_key=v+1%262&q=%7e+x',
      [],
      1,
    ],
    [
      '06-T60 02-16 a path template fills its hole',
      generic({ pathTemplate: '/bot{value}' }),
      '12:AB',
      '/botX/sendMessage?c=1',
      [],
      '/bot12:AB/sendMessage?c=1',
      [],
      1,
    ],
    [
      '06-T61 a path regex rewrites its first match',
      generic({ pathRegex: '^/proj/[^/]+/', pathReplacement: '/proj/{value}/' }),
      KEY,
      '/proj/X/items',
      [],
      `/proj/${KEY}/items`,
      [],
      1,
    ],
    [
      '06-T62 an anthropic key takes the place of a bearer',
      llm('anthropic', 'api-key'),
      'sk-ant-1',
      '/v1/messages',
      ['Authorization', 'Bearer mine'],
      '/v1/messages',
      ['x-api-key', 'sk-ant-1'],
      2,
    ],
    [
      '06-T63 an anthropic subscription token replaces the bearer',
      llm('anthropic', 'oauth'),
      'sk-ant-oat-1',
      '/v1/messages',
      ['authorization', 'Bearer mine', 'x-api-key', 'stays'],
      '/v1/messages',
      ['authorization', 'Bearer sk-ant-oat-1', 'x-api-key', 'stays'],
      1,
    ],
    [
      '06-T63 an anthropic subscription token is not added where there was no bearer',
      llm('anthropic', 'oauth'),
      'sk-ant-oat-1',
      '/v1/messages',
      ['x-api-key', 'stays'],
      '/v1/messages',
      ['x-api-key', 'stays'],
      0,
    ],
    [
      'an openai key is a bearer',
      llm('openai', 'api-key'),
      'sk-1',
      '/',
      [],
      '/',
      ['authorization', 'Bearer sk-1'],
      1,
    ],
    [
      'openai OAuth tokens bring the account along',
      llm('openai', 'oauth'),
      OAUTH,
      '/',
      [],
      '/',
      ['authorization', 'Bearer at-1', 'chatgpt-account-id', 'acc-1'],
      2,
    ],
    [
      'an unreadable OAuth document counts as absent',
      llm('openai', 'oauth'),
      'x',
      '/',
      ['A', 'b'],
      '/',
      ['A', 'b'],
      0,
    ],
  ];
  it.each(cases)('%s', (_name, secret, value, target, headers, seenTarget, seenHeaders, count) => {
    expect(send(secret, value, target, headers)).toEqual({ target: seenTarget, headers: seenHeaders, count });
  });
});

describe('headers', () => {
  it.each([
    ['a value with a line break', { kind: 'set-header', name: 'x-k', value: 'a\r\nx-evil: 1' }],
    ['a value beyond one byte', { kind: 'set-header', name: 'x-k', value: 'ключ' }],
    ['a name that is no token', { kind: 'set-header', name: 'x k', value: 'a' }],
    ['a framing header', { kind: 'set-header', name: 'Content-Length', value: '1' }],
    ['a header of the gateway', { kind: 'set-header', name: 'X-Onecli-Connection-Id', value: '1' }],
    ['a removal of what is not there', { kind: 'remove-header', name: 'authorization' }],
  ] satisfies [string, Injection][])('%s changes nothing', (_name, injection) => {
    const request = { headers: ['Accept', '*/*'], target: '/' };
    expect(applyInjections(request, [injection])).toEqual({ count: 0 });
    expect(request).toEqual({ headers: ['Accept', '*/*'], target: '/' });
  });

  it('an LLM key that is no header value does not cost the agent its own header', () => {
    expect(send(llm('anthropic', 'api-key'), 'a\nb', '/', ['authorization', 'mine']).headers).toEqual([
      'authorization',
      'mine',
    ]);
  });

  it('setting leaves exactly one header of the name and every other as it was', () => {
    const name = fc.constantFrom('A', 'a', 'B', 'b', 'Content-Type');
    const pairs = fc.array(fc.tuple(name, fc.string()), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, (list) => {
        const headers = list.flat();
        setHeader(headers, 'a', 'ours');
        const others = list.filter(([key]) => key.toLowerCase() !== 'a').flat();
        expect(headerValue(headers, 'A')).toBe('ours');
        expect(removeHeader(headers, 'A')).toBe(true);
        expect(hasHeader(headers, 'a')).toBe(false);
        expect(headers).toEqual(others);
      }),
    );
  });
});

describe('query parameters', () => {
  it.each([
    ['/m', '/m?k=v'],
    ['/m?', '/m?k=v'],
    ['/m?a=1&', '/m?a=1&k=v'],
    ['/m?a=1#frag?k=1', '/m?a=1&k=v#frag?k=1'],
    ['/m?k', '/m?k=v'],
    ['/m?%6B=old&k=second', '/m?k=v&k=second'],
    ['/m??k=1', '/m??k=1&k=v'],
    ['/m?K=1', '/m?K=1&k=v'],
  ])('%s becomes %s', (target, expected) => {
    expect(setQueryParameter(target, 'k', 'v')).toBe(expected);
  });

  it('a name that needs encoding finds itself again', () => {
    const once = setQueryParameter('/m?x=1', 'a b&c', 'v');
    expect(once).toBe('/m?x=1&a+b%26c=v');
    expect(setQueryParameter(once, 'a b&c', 'w')).toBe('/m?x=1&a+b%26c=w');
  });

  it('other pairs keep their bytes and their order', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9%+._~;:@/?=-]{0,12}$/);
    const value = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), value, (pairs, secret) => {
        const foreign = pairs.map((pair) => `o${pair}`);
        const target = setQueryParameter(`/p?${foreign.join('&')}`, 'api_key', secret);
        expect(target.startsWith(`/p?${foreign.join('&')}&api_key=`)).toBe(true);
        const params = new URLSearchParams(target.slice(3));
        expect(params.getAll('api_key')).toEqual([secret.toWellFormed()]);
      }),
    );
  });
});

describe('paths', () => {
  const template = (pathTemplate: string) => generic({ pathTemplate });

  it.each([
    ['/bot{value}', '/bot/sendMessage', '/botV/sendMessage'],
    ['/bot{value}', '/botX', '/botV'],
    ['/{value}', '/', '/V'],
    ['/a/{value}/b', '/a/x/b/c?q=/a/y/b', '/a/V/b/c?q=/a/y/b'],
    ['/a/{value}/b', '/a/x/c', '/a/x/c'],
    ['/a/{value}/b', '/z/x/b', '/z/x/b'],
  ])('template %s on %s gives %s', (pathTemplate, target, expected) => {
    expect(send(template(pathTemplate), 'V', target).target).toBe(expected);
  });

  it.each([
    ['(\\d+)-(\\d+)', '$2.{value}.$1', '/a/1-2/b', '/a/2.V.1/b'],
    ['x', '$1$9{value}', '/x/x', '/V/x'],
    ['/p/([^/]+)', '/p/$1/{value}', '/p/{value}?x', '/p/{value}/V?x'],
    ['^/.*$', '{value}', '/a', '/a'],
    ['nope', '{value}', '/a', '/a'],
    ['(?=a)', '{value}', '/a', '/a'],
  ])('regex %s with %s on %s gives %s', (pathRegex, pathReplacement, target, expected) => {
    expect(send(generic({ pathRegex, pathReplacement }), 'V', target).target).toBe(expected);
  });

  it('a value is never read as a capture', () => {
    const config = { pathRegex: '/(x)', pathReplacement: '/{value}' };
    expect(send(generic(config), '$1', '/x').target).toBe('/$1');
  });

  it('a hostile pattern runs in linear time', () => {
    const config = { pathRegex: '^/(a+)+$', pathReplacement: '/{value}' };
    const started = threadMs();
    expect(send(generic(config), 'V', `/${'a'.repeat(20_000)}!`).count).toBe(0);
    expect(threadMs() - started).toBeLessThan(2_000);
  });

  it.each(['/a.{0,990}b$', '/(?:(?:a?){31}){31}!$', '/a.{0,250}b$'])(
    'the pattern %s never takes a noticeable part of a second',
    (pathRegex) => {
      const started = threadMs();
      send(generic({ pathRegex, pathReplacement: '/{value}' }), 'V', `/b!${'a'.repeat(60_000)}`);
      expect(threadMs() - started).toBeLessThan(1_000);
    },
  );

  it.each(['a/b', 'a?b', 'a#b', 'a%2fb', 'a b', 'a\tb', 'a\0b', 'a\u007fb', 'a\\b', '.', '..', '', 'é'])(
    'the value %j is never put into a path',
    (value) => {
      expect(send(template('/{value}/x'), value, '/a/x')).toMatchObject({ target: '/a/x', count: 0 });
      const regex = generic({ pathRegex: 'a', pathReplacement: '{value}' });
      expect(send(regex, value, '/a/x')).toMatchObject({ target: '/a/x', count: 0 });
    },
  );

  it('a value never forms a dot segment with the text around it', () => {
    expect(send(template('/.{value}/x'), '.y', '/.a/x').target).toBe('/..y/x');
    const regex = generic({ pathRegex: 'a', pathReplacement: '.{value}' });
    expect(send(regex, '.', '/a/x').target).toBe('/a/x');
  });

  it('whatever the value, the path keeps its segments, its query and its origin', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (value) => {
        const { target, count } = send(template('/bot{value}'), value, '/botX/send?a=/../b#c');
        expect(target.endsWith('/send?a=/../b#c')).toBe(true);
        const path = target.slice(0, target.indexOf('?'));
        expect(path.split('/')).toHaveLength(3);
        expect(new URL(`http://h${path}`).pathname).toMatch(/^\/bot[^/]*\/send$/);
        expect(path === '/botX/send').toBe(count === 0 || value === 'X');
      }),
    );
  });
});

describe('slots', () => {
  it.each([
    [llm('anthropic', 'api-key'), ['header:x-api-key', 'header:authorization']],
    [llm('anthropic', 'oauth'), ['header:authorization']],
    [llm('openai', 'api-key'), ['header:authorization']],
    [llm('openai', 'oauth'), ['header:authorization', 'header:chatgpt-account-id']],
    [generic({ headerName: 'X-Key' }), ['header:x-key']],
    [generic({ paramName: 'Key' }), ['query:Key']],
    [generic({ pathTemplate: '/{value}' }), ['path']],
    [generic({ pathRegex: 'a', pathReplacement: '{value}' }), ['path']],
    [{ type: 'generic', metadata: null, injectionConfig: null }, []],
  ] satisfies [InjectableSecret, string[]][])('%j writes %j', (secret, slots) => {
    expect(slotsOf(secret)).toEqual(slots);
  });

  it('a plan writes only slots that were announced without the value', () => {
    const secrets = fc.constantFrom(
      llm('anthropic', 'api-key'),
      llm('anthropic', 'oauth'),
      llm('openai', 'api-key'),
      llm('openai', 'oauth'),
      generic({ headerName: 'X-Key', valueFormat: 'Key {value}' }),
      generic({ paramName: 'key' }),
      generic({ pathTemplate: '/{value}' }),
    );
    fc.assert(
      fc.property(secrets, fc.oneof(fc.string(), fc.constant(OAUTH)), (secret, value) => {
        const announced = slotsOf(secret);
        for (const injection of planSecretInjection(secret, value))
          expect(announced).toContain(slotOf(injection));
      }),
    );
  });
});
