import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MADE_UP_APP } from '../../../../test/harness/upstreams/made-up-app.js';
import { publishedRule } from '../../../../test/harness/policy/published-rule.js';
import { catalogFaults } from '../../../domain/decision/catalog/catalog-faults.js';
import type { CatalogApp } from '../../../domain/decision/catalog/model/model.js';
import { hostPatternMatches } from '../../../domain/decision/matching/host.js';
import { compilePolicy } from '../../../domain/decision/policy/compiled/compile.js';
import { evaluate } from '../../../domain/decision/policy/evaluation/evaluate.js';
import { requestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import { AppCatalog } from './catalog.js';

const catalog = new AppCatalog();

function blocks(provider: string, tools: string[], [method, host, path]: [string, string, string]): boolean {
  const rule = publishedRule({
    action: 'block',
    targets: [{ kind: 'app', provider, tools, connectionScope: null }],
  });
  const policy = compilePolicy({
    organization: [rule],
    workspace: [],
    agent: null,
    secrets: [],
    connections: [],
    apps: catalog.surfaces,
  });
  const facts = requestFacts({ host, path, methods: [method], managed: false, llmHost: false });
  return evaluate(policy, facts).kind === 'block';
}

describe('the shipped catalogue', () => {
  it('holds 56 apps and 627 tools, in list order', () => {
    expect(catalog.all).toHaveLength(56);
    expect(catalog.all.flatMap((app) => app.tools)).toHaveLength(627);
    expect(catalog.all.map((app) => app.listOrder)).toEqual(catalog.all.map((_, place) => place));
  });

  it.each(catalog.all.map((app) => [app.id, app] as const))('%s has surfaces on its own hosts', (id, app) => {
    expect(catalog.find(id)).toBe(app);
    const whole = catalog.surfaces.surface(id, [])!;
    for (const { host, pathPrefix } of app.hosts) {
      expect(whole.covers(host.replace('*', 'tenant'), `${pathPrefix ?? '/'}x`, 'PATCH')).toBe(true);
    }
    for (const tool of app.tools) {
      const surface = catalog.surfaces.surface(id, [tool.id])!;
      for (const { method, host, path } of tool.matches) {
        const request = [host.replace('*', 'eu-1'), path.replaceAll('*', 'x'), method ?? 'GET'] as const;
        expect(surface.covers(...request)).toBe(true);
        expect(whole.covers(...request)).toBe(true);
      }
    }
  });

  it('knows tools, wildcards and what a grant may name', () => {
    expect(catalog.isKnownTool('gmail', 'read_all')).toBe(true);
    expect(catalog.concreteTools('gmail').some((tool) => tool.wildcard)).toBe(false);
    expect(catalog.isKnownTool('gmail', 'nope')).toBe(false);
    expect([
      catalog.hasTools('gmail'),
      catalog.hasTools('jfrog-artifactory'),
      catalog.hasTools('nope'),
    ]).toEqual([true, false, false]);
    expect(catalog.find('nope')).toBeNull();
  });

  it('tells clients names of tools and nothing of their hosts, paths and methods', () => {
    const definition = catalog.permissionDefinition('gmail')!;
    expect(definition.groups.map(({ category }) => category)).toEqual(['read', 'write']);
    expect(definition.groups[0]).toMatchObject({ wildcard: { id: 'read_all' }, wildcardComplete: true });
    expect(definition.groups.flatMap(({ tools }) => tools)).toHaveLength(
      catalog.concreteTools('gmail').length,
    );
    expect(catalog.permissionDefinition('aws')!.groups[0]).not.toHaveProperty('wildcardComplete');
    expect(catalog.permissionDefinition('jira')!.groups[0]).toMatchObject({ wildcardComplete: false });
    expect(catalog.permissionDefinition('google-analytics')!.groups).toHaveLength(1);
    expect(catalog.permissionDefinition('jfrog-artifactory')).toBeNull();
    expect(JSON.stringify(catalog.all.map(({ id }) => catalog.permissionDefinition(id)))).not.toMatch(
      /"(host|path|method|matches)"/,
    );
  });
});

describe('recognising the app of a request (06 §10.2)', () => {
  it.each([
    ['gmail.googleapis.com', '/anything', 'gmail'],
    ['www.googleapis.com', '/gmail/v1/users/me/messages', 'gmail'],
    ['www.googleapis.com', '/calendar/v3/x', 'google-calendar'],
    ['www.googleapis.com', '/customsearch/v1', null],
    ['www.googleapis.com', '/gmail/../calendar/v3/x', null],
    ['www.googleapis.com', '/gmail/../gmail/v1', 'gmail'],
    ['api.atlassian.com', '/oauth/token/accessible-resources', 'jira'],
    ['api.github.com', '/repos/o/r', 'github'],
    ['tenant.jfrog.io', '/', 'jfrog-artifactory'],
    ['jfrog.io', '/', null],
    ['europe-west1-aiplatform.googleapis.com', '/v1/x', 'vertex-ai'],
    ['site.atlassian.net', '/rest/api/3/issue', null],
    ['example.test', '/', null],
  ])('%s%s: %s', (host, path, provider) => {
    expect(catalog.detect(host, path)).toBe(provider);
  });

  it('answers from one shared object per host', () => {
    expect(catalog.hosts.on('www.googleapis.com')).toBe(catalog.hosts.on('www.googleapis.com'));
    expect(catalog.hosts.on('a.example.test')).toBe(catalog.hosts.on('b.example.test'));
  });
});

describe('where rules on apps match (02 §9.5)', () => {
  it('02-X38 a whole app on a shared host ends at its prefixes', () => {
    expect(blocks('gmail', [], ['GET', 'www.googleapis.com', '/gmail/v1/x'])).toBe(true);
    expect(blocks('gmail', [], ['GET', 'www.googleapis.com', '/calendar/v3/x'])).toBe(false);
    expect(blocks('google-calendar', [], ['GET', 'www.googleapis.com', '/calendar/v3/x'])).toBe(true);
    expect(blocks('google-calendar', [], ['GET', 'www.googleapis.com', '/drive/v3/files'])).toBe(false);
  });

  it('02-X39 tools on several hosts have no mirror', () => {
    expect(blocks('aws', ['ec2_access'], ['POST', 'ec2.us-east-1.amazonaws.com', '/'])).toBe(true);
    expect(blocks('aws', ['ec2_access'], ['POST', 'rds.us-east-1.amazonaws.com', '/'])).toBe(false);
    expect(blocks('aws', [], ['POST', 'rds.us-east-1.amazonaws.com', '/'])).toBe(true);
  });

  it('a prefixed host mirrors the tools, and so do twin hosts when all tools share one', () => {
    const list = '/gmail/v1/users/me/messages';
    expect(blocks('gmail', ['search_messages'], ['GET', 'www.googleapis.com', list])).toBe(true);
    expect(blocks('gmail', ['search_messages'], ['POST', 'www.googleapis.com', `${list}/send`])).toBe(false);
    const monitors = catalog.tools('datadog').find((tool) => tool.matches[0]!.method === 'GET')!;
    const path = monitors.matches[0]!.path.replaceAll('*', 'x');
    expect(blocks('datadog', [monitors.id], ['GET', 'api.datadoghq.eu', path])).toBe(true);
  });

  it('a group wildcard matches by its own patterns', () => {
    expect(blocks('gmail', ['read_all'], ['GET', 'gmail.googleapis.com', '/gmail/v1/not/a/tool'])).toBe(true);
    expect(blocks('gmail', ['read_all'], ['POST', 'gmail.googleapis.com', '/gmail/v1/not/a/tool'])).toBe(
      false,
    );
    expect(blocks('gmail', ['write_all'], ['DELETE', 'www.googleapis.com', '/gmail/v1/x'])).toBe(true);
  });

  it('says on which hosts it depends on the path what it covers', () => {
    const gmail = catalog.surfaces.surface('gmail', [])!;
    const hosts = ['gmail.googleapis.com', 'www.googleapis.com'];
    expect(hosts.map((host) => gmail.readsPath(host))).toEqual([false, true]);
    const tool = catalog.surfaces.surface('gmail', ['send_email'])!;
    expect(hosts.map((host) => tool.readsPath(host))).toEqual([true, true]);
  });

  it('unknown providers and tools match nothing; unknown tools beside known ones are left out', () => {
    expect(catalog.surfaces.surface('nope', [])).toBeNull();
    expect(catalog.surfaces.surface('gmail', ['nope'])).toBeNull();
    expect(catalog.surfaces.surface('jfrog-artifactory', ['any'])).toBeNull();
    expect(catalog.surfaces.surface('gmail', ['nope', 'send_email'])).not.toBeNull();
    expect(catalog.surfaces.surface('jfrog-artifactory', [])!.covers('a.jfrog.io', '/x', 'GET')).toBe(true);
  });

  it('property: a surface covers nothing outside its host patterns, and tools nothing the whole app does not', () => {
    const app = fc.constantFrom(...catalog.all);
    const label = fc.constantFrom('api', 'www', 'eu-1', 'x', 'evil');
    fc.assert(
      fc.property(
        app,
        app,
        fc.nat(),
        label,
        fc.constantFrom('GET', 'POST'),
        (one, other, pick, name, method) => {
          const tool = one.tools.length === 0 ? null : one.tools[pick % one.tools.length]!;
          const surface = catalog.surfaces.surface(one.id, tool === null ? [] : [tool.id])!;
          const known = other.hosts[pick % other.hosts.length]!.host.replace('*', name);
          const path = tool?.matches[0]!.path.replaceAll('*', 'x') ?? '/x';
          for (const host of [known, `${name}.${known}`, `${known}.${name}.test`]) {
            if (!surface.covers(host, path, method)) continue;
            expect(surface.hostPatterns.some((pattern) => hostPatternMatches(pattern, host))).toBe(true);
            expect(catalog.surfaces.surface(one.id, [])!.covers(host, path, method)).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a catalogue with faults (03 §16)', () => {
  const sound: CatalogApp = {
    ...catalog.find('resend')!,
    listOrder: 0,
    detectOrder: 0,
  };
  const tool = sound.tools[0]!;

  it('is told in words', () => {
    expect(catalogFaults([sound])).toEqual([]);
    const faulty: [CatalogApp[], RegExp][] = [
      [[sound, sound], /twice/],
      [[{ ...sound, listOrder: 7 }], /listOrder/],
      [[{ ...sound, tools: [tool, tool] }], /tool .* twice/],
      [
        [{ ...sound, tools: [{ ...tool, matches: [{ method: 'GET', host: 'other.test', path: '/' }] }] }],
        /none of/,
      ],
      [
        [{ ...sound, tools: [{ ...tool, matches: [{ method: 'get', host: 'api.resend.com', path: 'x' }] }] }],
        /path x/,
      ],
      [[{ ...sound, hosts: [{ host: '*', match: 'suffix' }] }], /host \*/],
      [[{ ...sound, name: '' }], /shape/],
      [[{} as CatalogApp], /no valid id/],
    ];
    for (const [apps, fault] of faulty) expect(catalogFaults(apps).join('\n')).toMatch(fault);
  });
});

describe("the operator's own apps", () => {
  function folderWith(files: Record<string, object | string>): string {
    const folder = mkdtempSync(join(tmpdir(), 'cg-apps-'));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    return folder;
  }

  it('come after the shipped ones and are recognised by their hosts', () => {
    const own = new AppCatalog(folderWith({ 'made-up.json': MADE_UP_APP, 'notes.txt': 'not an app' }));
    expect(own.all).toHaveLength(catalog.all.length + 1);
    expect(own.all.at(-1)).toMatchObject({ id: 'made-up', listOrder: 56, detectOrder: 56 });
    expect(own.detect('api.made-up.test', '/v1/x')).toBe('made-up');
    expect(own.permissionDefinition('made-up')!.groups).toHaveLength(2);
  });

  it.each([
    ['is no JSON', { 'made-up.json': '{' }, /made-up\.json: /],
    ['has another name than its app', { 'other.json': MADE_UP_APP }, /other\.json is misnamed/],
    [
      'has a key that nobody knows',
      { 'made-up.json': { ...MADE_UP_APP, hots: [] } },
      /additional properties.*hots/,
    ],
    [
      'lacks the parts of its kind',
      { 'made-up.json': { ...MADE_UP_APP, connection: { kind: 'oauth', wireType: 'oauth' } } },
      /'oauth'/,
    ],
    [
      'sends credentials without TLS',
      { 'made-up.json': withCheckUrl('http://api.made-up.test') },
      /check\/url.*pattern/,
    ],
    [
      'has the id of a shipped one',
      { 'gmail.json': { ...MADE_UP_APP, id: 'gmail' } },
      /app gmail is defined twice/,
    ],
  ])('a file that %s stops the boot', (_, files, fault) => {
    expect(() => new AppCatalog(folderWith(files))).toThrow(fault);
  });
});

function withCheckUrl(url: string): object {
  const { connection } = MADE_UP_APP;
  return { ...MADE_UP_APP, connection: { ...connection, check: { ...connection.check, url } } };
}
