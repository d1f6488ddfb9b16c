import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { asciiLower } from '../../text/ascii.js';
import { canonicalPath, resolveDotSegments, splitTarget } from './canonical-path.js';
import { pushAnnouncedBy } from './named-paths.js';
import { HostIndex } from './host-index.js';
import { respelling } from '../../../../test/harness/policy/respelling.js';
import { hostPatternMatches, normalizeHostPattern, normalizeHost, parseAuthority } from './host.js';
import { isLlmHost, llmHostNames } from './llm-hosts.js';
import { methodSet } from './methods.js';
import {
  bothFormsMatch,
  canonicalPathMatches,
  compilePathPattern,
  pathMatches,
  pathPatternMatches,
} from './path-pattern.js';
import { otherReadings } from './path-readings.js';

describe('host normalisation (06 §8.1)', () => {
  const rows: [input: string, expected: string | null][] = [
    ['API.Example.COM', 'api.example.com'],
    ['api.example.com.', 'api.example.com'],
    ['api.example.com:8443', 'api.example.com'],
    ['my_host.internal', 'my_host.internal'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example.', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ａｐｉ.example.com', 'api.example.com'],
    ['api。example。com', 'api.example.com'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0177.0.0.1:80', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['[0:0:0:0:0:0:0:1]:443', '[::1]'],
    ['2001:DB8::1', '[2001:db8::1]'],
    ['[::ffff:127.0.0.1]', '127.0.0.1'],
    ['::FFFF:0a00:00ff', '10.0.0.255'],
    ['[::ffff:0:1.2.3.4]', '[::ffff:0:102:304]'],
    ['[fe80::1%25eth0]', null],
    ['[fe80::1%eth0]', null],
    ['example.com:', 'example.com'],
    ['1.2.3.4.5', null],
    ['256.1.1.1', null],
    ['', null],
    ['.', null],
    ['example.com..', null],
    ['.example.com', null],
    ['a..b', null],
    ['a*.b', null],
    ['a;.b', null],
    ['user@example.com', null],
    ['example.com/x', null],
    ['example.com\\x', null],
    ['exa mple.com', null],
    ['exa\tmple.com', null],
    ['ex%61mple.com', null],
    ['[::1', null],
    ['::1]', null],
    ['[example.com]', null],
    ['example.com:0', null],
    ['example.com:65536', null],
    ['example.com:8a', null],
    [`${'a.'.repeat(200)}com`, null],
  ];
  it.each(rows)('%s → %s', (input, expected) => {
    expect(normalizeHost(input)).toBe(expected);
  });

  it('gives the port', () => {
    expect(parseAuthority('example.com:8443')).toEqual({ host: 'example.com', port: 8443 });
    expect(parseAuthority('[::1]:443')).toEqual({ host: '[::1]', port: 443 });
    expect(parseAuthority('example.com')).toEqual({ host: 'example.com', port: null });
  });

  it('is idempotent and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string({ unit: 'binary' })), (text) => {
        const once = normalizeHost(text);
        if (once !== null) expect(normalizeHost(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('host patterns (02 §9.2, R12)', () => {
  const rows: [pattern: string, host: string, matches: boolean][] = [
    ['*.example.com', 'api.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'notexample.com', false],
    ['*.example.com', '.example.com', false],
    ['s3.*.amazonaws.com', 's3.eu-west-1.amazonaws.com', true],
    ['s3.*.amazonaws.com', 's3.amazonaws.com', false],
    ['s3.*.amazonaws.com', 's3..amazonaws.com', false],
    ['*-x.example.com', 'a-x.example.com', true],
    ['*-x.example.com', '-x.example.com', false],
    ['api.*', 'api.example.com', true],
    ['aba*aba', 'ababa', false],
    ['aba*aba', 'abaxaba', true],
    ['*', 'anything', true],
    ['API.Example.com', 'api.example.com', true],
    ['*.Bücher.example', 'a.xn--bcher-kva.example', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['0x7f.1', '127.0.0.1', true],
    ['*.*.com', 'a.b.com', false],
    ['api.example.com:8443', 'api.example.com', false],
    ['*.ｃｏｍ', 'example.com', true],
    ['*。example。com', 'api.example.com', true],
    ['api-*.Bücher.example', 'api-1.xn--bcher-kva.example', true],
    ['S3.*.AmazonAWS.com.', 's3.eu.amazonaws.com', true],
    ['10.0.*.1', '10.0.7.1', true],
    ['10.0.0.*', '10.0.0.7', true],
    ['*.', 'example.com', false],
    ['bü*.example', 'xn--b-xga.example', false],
  ];
  it.each(rows)('%s on %s: %s', (pattern, host, matches) => {
    expect(hostPatternMatches(pattern, host)).toBe(matches);
    const index = new HostIndex<string>();
    index.add(pattern, 'value');
    expect(index.collect(host)).toEqual(matches ? ['value'] : []);
  });

  it('one spelling of a pattern stands for all of them', () => {
    const label = fc.constantFrom(
      'a',
      'com',
      'co',
      'uk',
      'github',
      'io',
      'xn--p1ai',
      'bücher',
      'рф',
      '*',
      's-*',
    );
    const plain = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(plain, respelling, (pattern, respell) => {
        const normal = normalizeHostPattern(pattern);
        expect(normalizeHostPattern(respell(pattern))).toBe(normal);
        if (normal === null) return;
        expect(normal).toMatch(/^[\x21-\x7e]+$/);
        expect(normalizeHostPattern(normal)).toBe(normal);
        const host = normal.replace('*', 'x');
        expect(hostPatternMatches(respell(pattern), host)).toBe(hostPatternMatches(pattern, host));
      }),
    );
  });

  it.each([
    '*.*.com',
    '*.',
    '*。',
    '＊.com',
    'bü*.example',
    'a／b',
    'a：1',
    'a..b',
    '',
    '*..com',
    'a b',
    'xn--*.com',
  ])('%j is no pattern', (pattern) => {
    expect(normalizeHostPattern(pattern)).toBeNull();
  });

  it('the index finds exactly what each pattern alone matches', () => {
    const label = fc.constantFrom('a', 'b', 'c', 'ab');
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
    const pattern = fc
      .tuple(host, fc.nat(12), fc.boolean())
      .map(([text, at, star]) => (star ? `${text.slice(0, at)}*${text.slice(at + 1)}` : text));
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 12 }), host, (patterns, name) => {
        const index = new HostIndex<number>();
        patterns.forEach((text, place) => index.add(text, place));
        const expected = patterns.flatMap((text, place) => (hostPatternMatches(text, name) ? [place] : []));
        expect(index.collect(name).sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});

describe('path patterns (02 §9.3)', () => {
  const rows: [pattern: string | null, path: string, matches: boolean][] = [
    [null, '/x', true],
    ['*', '/x', true],
    ['/*', '/', true],
    ['/*', '/a/b', true],
    ['/repos/*/issues', '/repos/a/issues', true],
    ['/repos/*/issues', '/repos//issues', true],
    ['/repos/*/issues', '/repos/a/b/issues', false],
    ['/repos/*/issues', '/repos/a/issues/', false],
    ['/v1/models/*:predict', '/v1/models/x:predict', true],
    ['/v1/models/*:predict', '/v1/models/x/y:predict', false],
    ['/v1/models/*:predict', '/v1/models/x', false],
    ['/a*a/x', '/a/x', false],
    ['/a*a/x', '/aa/x', true],
    ['/repos/*/x/*', '/repos/a/x/b/c', true],
    ['/repos/*/x/*', '/repos/a/x/', true],
    ['/repos/*/x/*', '/repos/a/x', false],
    ['/*/*/git-receive-pack', '/o/r.git/git-receive-pack', true],
    ['/a/*b*/c', '/a/xb*/c', true],
    ['/a/*b*/c', '/a/xbx/c', false],
    ['/v1/*', '/v1', true],
    ['/v1/*', '/v1/', true],
    ['/v1/*', '/v1/a/b', true],
    ['/v1/*', '/v1beta', false],
    ['/v1*', '/v1beta', true],
    ['/v1*', '/v', false],
    ['/admin', '/admin', true],
    ['/admin', '/admin/', false],
    ['/admin', '/Admin', false],
    ['', '', true],
    ['', '/', false],
  ];
  it.each(rows)('%s on %s: %s', (pattern, path, matches) => {
    expect(pathPatternMatches(pattern, path)).toBe(matches);
  });

  it('takes patterns and paths of any size', () => {
    const stars = '/*a'.repeat(300);
    expect(pathPatternMatches(stars, '/aaaa'.repeat(300))).toBe(true);
    expect(pathPatternMatches(stars, `${'/aaaa'.repeat(299)}/aaab`)).toBe(false);
    expect(pathPatternMatches(`/${'*a'.repeat(400)}b/x`, `/${'a'.repeat(500_000)}/x`)).toBe(false);
    fc.assert(
      fc.property(fc.option(fc.string()), fc.string(), (pattern, path) => {
        expect(typeof pathPatternMatches(pattern, path)).toBe('boolean');
      }),
    );
  });
});

describe('canonical path (02 §9.3)', () => {
  const rows: [path: string, expected: string][] = [
    ['/admin', '/admin'],
    ['/%61dmin', '/admin'],
    ['/x/../admin', '/admin'],
    ['/x/%2e%2E/admin', '/admin'],
    ['/x/.%2e/admin', '/admin'],
    ['//a///b', '/a/b'],
    ['/a/./b/.', '/a/b/'],
    ['/a/b/..', '/a/'],
    ['/a//../b', '/a/b'],
    ['/../..', '/'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%2fb', '/a%2Fb'],
    ['/%40me/x%3ay%2c%2A', '/@me/x:y,*'],
    ['/a%5cb\\c', '/a/b/c'],
    ['/x\\..%5C\\admin', '/admin'],
    ['/a%c3%a9|\u00c3\u00a9', '/a%C3%A9%7C%C3%A9'],
    ['/%252e', '/%252e'],
    ['/%7E%5f%2D', '/~_-'],
    ['/.well-known/x', '/.well-known/x'],
    ['/a...b/...', '/a...b/...'],
    ['', '/'],
    ['/%', '/%25'],
    ['/%e4%zz', '/%E4%25zz'],
  ];
  it.each(rows)('%s → %s', (path, expected) => {
    expect(canonicalPath(path)).toBe(expected);
  });

  it('is idempotent', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '%25',
      '%',
      '2e',
      'a',
      '%61',
      '\\',
      '%5c',
      '%40',
      ';',
      '|',
      '//',
      '/./',
      '*',
    );
    const path = fc.oneof(
      fc.array(piece, { maxLength: 20 }).map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(path, (text) => {
        const once = canonicalPath(text);
        expect(canonicalPath(once)).toBe(once);
        expect(once.startsWith('/')).toBe(true);
        expect(once).not.toMatch(/\/\/|\/\.{1,2}(\/|$)/);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes long hostile paths', () => {
    expect(canonicalPath('/a/..'.repeat(100_000))).toBe('/');
    expect(canonicalPath('/'.repeat(500_000))).toBe('/');
    expect(canonicalPath(`/${'%2e%2e/'.repeat(100_000)}x`)).toBe('/x');
  });
});

describe('readings of a path besides its two forms (R25)', () => {
  const rows: [path: string, expected: string[]][] = [
    ['/a/b', []],
    ['/%61/../b', []],
    ['/a%2fb', ['/a/b']],
    ['/a;v=1/b;w', ['/a/b', '/a;v=1/b']],
    ['/a/b%3fc%2Fd', ['/a/b', '/a/b%3Fc/d']],
    ['//host/a', ['/a']],
    ['/x/..//host/a', ['/a']],
    [`/a;${'b'.repeat(9_000)}`, []],
  ];
  it.each(rows)('%s: %j', (path, expected) => {
    expect([...otherReadings(path, canonicalPath(path))].sort()).toEqual(expected);
  });
});

describe('patterns in any spelling (R25)', () => {
  const rows: [pattern: string, path: string, both: boolean][] = [
    ['/@me', '/@me', true],
    ['/%40me', '/@me', true],
    ['/%40me', '/%40me', true],
    ['/@me', '/%40me', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2fb', '/a%2fb', true],
    ['/a%2fb', '/a/b', false],
    ['/a%2A', '/a*', true],
    ['/a%2A', '/ab', false],
    ['/a//b', '/a//b', true],
    ['/a//b', '/a/b', false],
    ['//*', '/a', false],
    ['/\u00e9*', '/%C3%A9x', true],
  ];
  it.each(rows)('%s opens %s: %s', (pattern, path, both) => {
    expect(bothFormsMatch(compilePathPattern(pattern), path, canonicalPath(path))).toBe(both);
  });

  it('the canonical form of a path is matched by every spelling of it as a pattern', () => {
    const piece = fc.constantFrom(
      '/',
      'a',
      '%61',
      '%2f',
      '%2F',
      '\\',
      '%5c',
      '@',
      '%40',
      ';',
      '//',
      '/../',
      '|',
      '%7c',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (parts) => {
        const path = `/${parts.join('')}`;
        expect(canonicalPathMatches(compilePathPattern(path), canonicalPath(path))).toBe(true);
        expect(pathMatches(compilePathPattern(path), path)).toBe(true);
      }),
    );
  });
});

describe('forwarded target (06 §8.9)', () => {
  const rows: [target: string, expected: string | null][] = [
    ['/a/b?x=/../', '/a/b?x=/../'],
    ['/a/../b?x=1', '/b?x=1'],
    ['/a/%2e%2E/b', '/b'],
    ['/a/%2E/b', '/a/b'],
    ['/a/.%2e/.%2E/b', null],
    ['/..', null],
    ['/a/../..', null],
    ['/a/../../a', null],
    ['/a//../b', '/a/b'],
    ['//a//b/./c', '//a//b/c'],
    ['/%61/./b%2F..', '/%61/b%2F..'],
    ['/a/..', '/'],
    ['/a/b/.', '/a/b/'],
    ['/', '/'],
    ['/.well-known/%2e%2ex', '/.well-known/%2e%2ex'],
    ['/..?a', null],
  ];
  it.each(rows)('%s → %s', (target, expected) => {
    expect(resolveDotSegments(target)).toBe(expected);
  });

  it('what is forwarded has the canonical form that was judged', () => {
    const piece = fc.constantFrom('/', '/.', '/..', '/%2e', '/%2E.', '/a', '/%61', '//');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 15 }), (parts) => {
        const path = parts.join('');
        const forwarded = resolveDotSegments(path);
        if (forwarded !== null) expect(canonicalPath(forwarded)).toBe(canonicalPath(path));
      }),
      { numRuns: 2000 },
    );
  });

  it('splits path and query', () => {
    expect(splitTarget('/a?b?c#d')).toEqual({ path: '/a', query: 'b?c' });
    expect(splitTarget('/a#?b')).toEqual({ path: '/a', query: null });
  });
});

describe('methods and Git pushes (02 §9.1, §9.3)', () => {
  it('adds GET to HEAD and valid overrides to POST only', () => {
    expect(methodSet('get')).toEqual(['GET']);
    expect(methodSet('HEAD')).toEqual(['HEAD', 'GET']);
    expect(methodSet('POST', ['delete', ' PATCH , put', 'no method!', 'POST'])).toEqual([
      'POST',
      'DELETE',
      'PATCH',
      'PUT',
    ]);
    expect(methodSet('POST', ['HEAD'])).toEqual(['POST', 'HEAD', 'GET']);
    expect(methodSet('PUT', ['DELETE'])).toEqual(['PUT']);
    expect(methodSet('POST', ['DELETE'.padEnd(300)])).toEqual(['POST', 'DELETE']);
    expect(methodSet('POST', [`DELETE,${'x'.repeat(300)}`])).toEqual(['POST', 'DELETE']);
    expect(methodSet('PROPFIND')).toEqual(['PROPFIND']);
    expect(methodSet('POST', ['PURGE,LOCK,MERGE', 'COPY,PATCH'])).toEqual(['POST', 'PURGE', 'PATCH']);
  });

  it('recognises the discovery of a push in both path forms', () => {
    const service = 'service=git-receive-pack';
    expect(pushAnnouncedBy('/o/r/info/refs', '/o/r/info/refs', service)?.path).toBe('/o/r/git-receive-pack');
    expect(pushAnnouncedBy('/o/./r/info/%72efs', '/o/r/info/refs', `a=1&${service}`)).toEqual({
      path: '/o/r/git-receive-pack',
      canonicalPath: '/o/r/git-receive-pack',
    });
    expect(pushAnnouncedBy('/o/r/info/refs', '/o/r/info/refs', 'service=git-upload-pack')).toBeNull();
    expect(pushAnnouncedBy('/o/r/info', '/o/r/info', service)).toBeNull();
    expect(pushAnnouncedBy('/o/r/info/refs', '/o/r/info/refs', null)).toBeNull();
  });
});

describe('LLM hosts (02 §9.6)', () => {
  const file: unknown = JSON.parse(readFileSync('config/llm-hosts.json', 'utf8'));
  const names = llmHostNames(file as string[], ['LLM.corp.internal.', ' ']);
  const rows: [host: string, expected: boolean][] = [
    ['anthropic.com', true],
    ['api.anthropic.com', true],
    ['anthropic.com.evil.test', false],
    ['notanthropic.com', false],
    ['generativelanguage.googleapis.com', true],
    ['googleapis.com', false],
    ['eu.llm.corp.internal', true],
    ['', false],
  ];
  it.each(rows)('%s: %s', (host, expected) => {
    expect(isLlmHost(host, names)).toBe(expected);
  });
});

it('lowercases ASCII only', () => {
  expect(asciiLower('ABCÉ\u212a')).toBe('abcÉ\u212a');
});
