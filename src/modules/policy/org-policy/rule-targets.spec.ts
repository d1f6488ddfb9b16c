import { describe, expect, it } from '@jest/globals';
import { network } from '../../../../test/harness/policy/published-rule.js';
import { isResourceScope, readBodyConditions, readConditions } from './rule-conditions.js';
import { readTargets } from './rule-targets.js';

const HOST = { kind: 'network', hostPattern: 'u.test' };
const CONDITION = { target: 'body', operator: 'contains', value: 'a' };

describe('targets of a rule (02 §6.6)', () => {
  it.each<[string, object, object]>([
    ['a host', HOST, network('u.test')],
    [
      'a host with path and method',
      { ...HOST, pathPattern: '/a/*', method: 'GET' },
      network('u.test', '/a/*', 'GET'),
    ],
    ['a host whose path is blank', { ...HOST, pathPattern: '  ' }, network('u.test')],
    ['a host, path and method null', { ...HOST, pathPattern: null, method: null }, network('u.test')],
    ['a host with spaces around', { ...HOST, hostPattern: ' *.u.test ' }, network('*.u.test')],
    [
      'an app',
      { kind: 'app', provider: 'github' },
      { kind: 'app', provider: 'github', tools: [], connectionScope: null },
    ],
    [
      'tools of an app at a level',
      { kind: 'app', provider: 'github', tools: ['b', 'a', 'b'], connectionScope: 'workspace' },
      { kind: 'app', provider: 'github', tools: ['b', 'a'], connectionScope: 'workspace' },
    ],
    [
      'tools of a connection',
      { kind: 'connection', connectionId: 'c', tools: ['b', 'b'] },
      { kind: 'connection', connectionId: 'c', tools: ['b'] },
    ],
    ['a secret', { kind: 'secret', secretId: 's' }, { kind: 'secret', secretId: 's', secretScope: null }],
    [
      'the secrets of a level',
      { kind: 'secret', secretScope: 'organization' },
      { kind: 'secret', secretId: null, secretScope: 'organization' },
    ],
  ])('%s is stored', (_name, given, stored) => {
    expect(readTargets([given])).toEqual([stored]);
  });

  it.each<[string, unknown, string]>([
    ['none said', undefined, 'targets is required'],
    ['null', null, 'targets must be an array'],
    ['an object', HOST, 'targets must be an array'],
    ['an empty list', [], 'targets must have at least 1 entries'],
    ['more than a hundred', Array(101).fill(HOST), 'targets must have at most 100 entries'],
    ['null in the list', [null], 'targets must be objects whose kind is one of'],
    ['a text in the list', ['network'], 'targets must be objects whose kind is one of'],
    ['a list in the list', [Object.assign([], HOST)], 'targets must be objects whose kind is one of'],
    ['an unknown kind', [{ kind: 'host' }], 'targets must be objects whose kind is one of'],
    ['an inherited kind', [{ kind: 'toString' }], 'targets must be objects whose kind is one of'],
    ['a secret of both kinds', [{ kind: 'secret', secretId: 's', secretScope: 'workspace' }], 'either'],
    ['a secret of neither kind', [{ kind: 'secret' }], 'either'],
    ['a host with a port', [{ ...HOST, hostPattern: 'u.test:80' }], 'hostPattern must be a host'],
    ['a host that cannot be one', [{ ...HOST, hostPattern: 'a..test' }], 'hostPattern must be a host'],
    ['the second of two', [HOST, { kind: 'x' }], 'targets must be objects whose kind is one of'],
  ])('%s is refused', (_name, given, message) => {
    expect(() => readTargets(given)).toThrow(message);
  });

  it('may be a hundred', () => {
    expect(readTargets(Array(100).fill(HOST))).toHaveLength(100);
  });

  it('stand once for a connection or a secret, at the place of the first, with the tools of all', () => {
    const connection = (connectionId: string, ...tools: string[]) => ({
      kind: 'connection',
      connectionId,
      tools,
    });
    const secret = { kind: 'secret', secretId: 's' };
    const level = { kind: 'secret', secretScope: 'workspace' };
    expect(
      readTargets([
        connection('c', 'a'),
        secret,
        HOST,
        level,
        connection('c', 'b', 'a'),
        HOST,
        secret,
        level,
      ]),
    ).toEqual([
      connection('c', 'a', 'b'),
      { ...secret, secretScope: null },
      network('u.test'),
      { ...level, secretId: null },
      network('u.test'),
    ]);
  });

  it('mean the whole connection as soon as one of them names no tool', () => {
    const whole = { kind: 'connection', connectionId: 'c', tools: [] };
    const part = { kind: 'connection', connectionId: 'c', tools: ['a'] };
    expect(readTargets([part, whole])).toEqual([whole]);
    expect(readTargets([whole, part])).toEqual([whole]);
    expect(readTargets([part, whole, part])).toEqual([whole]);
  });

  it('do not mix connections, nor a connection with a secret of the same name', () => {
    const given = [
      { kind: 'connection', connectionId: 'a', tools: ['t'] },
      { kind: 'connection', connectionId: 'b', tools: ['u'] },
      { kind: 'secret', secretId: 'a' },
    ];
    expect(readTargets(given)).toHaveLength(3);
  });
});

describe('conditions of a rule (02 §6.8)', () => {
  it.each<[string, unknown, unknown]>([
    ['an empty list is none', [], null],
    ['a condition', [CONDITION], [CONDITION]],
    ['a condition with a key', [{ ...CONDITION, key: 'a.b' }], [{ ...CONDITION, key: 'a.b' }]],
    ['folders', { folders: ['/a'] }, { folders: ['/a'] }],
  ])('%s', (_name, given, stored) => {
    expect(readConditions(given)).toEqual(stored);
  });

  it('leave out a key that is not said', () => {
    expect(Object.keys(readBodyConditions([CONDITION])[0]!)).toEqual(['target', 'operator', 'value']);
  });

  it.each<[string, unknown, string]>([
    ['null', null, 'conditions must be an array of conditions or a resource scope'],
    ['a text', 'body', 'conditions must be an array of conditions or a resource scope'],
    ['eleven', Array(11).fill(CONDITION), 'conditions must have at most 10 entries'],
    ['another operator', [{ ...CONDITION, operator: 'equals' }], 'operator'],
    ['an empty value', [{ ...CONDITION, value: '' }], 'value'],
    ['null in the list', [null], ''],
  ])('are refused: %s', (_name, given, message) => {
    expect(() => readConditions(given)).toThrow(message);
  });

  it('may be ten', () => {
    expect(readConditions(Array(10).fill(CONDITION))).toHaveLength(10);
  });

  it('as body conditions are a list and nothing else', () => {
    expect(() => readBodyConditions({ folders: ['/a'] })).toThrow('conditions must be an array');
    expect(readBodyConditions([])).toEqual([]);
  });

  it.each([
    [null, false],
    [[], false],
    [[CONDITION], false],
    [{ folders: ['/a'] }, true],
  ])('%j is a resource scope: %s', (conditions, expected) => {
    expect(isResourceScope(conditions as never)).toBe(expected);
  });
});
