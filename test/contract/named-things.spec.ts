/**
 * Every endpoint and every command that a page, a hint, a mail, an error, a help text or a document names is there:
 * compared with the description that the running server publishes and with what the commands say of themselves.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RETIREMENTS } from '../../src/modules/endpoints/retired/retirements.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { api } from '../harness/clients/client.js';
import { jsonOf, runCommand } from '../harness/server/command.js';
import {
  codeOfMarkdown,
  commandsIn,
  endpointsIn,
  isServed,
  literalsOf,
  type Named,
  type Source,
} from './named-things.js';
import { startServer, type TestServer } from '../harness/server/server.js';

const ROOT = join(import.meta.dirname, '../..');

/** Answers whoever has its token and nobody else, and has no endpoint yet. */
const GUARDED = ['ANY /v1/operator', 'ANY /v1/operator/*'];
/** Where browsers send a cookie to: what lies below is served, it itself is not. */
const COOKIE_PATHS = ['ANY /v1/auth/sso'];

/** Pages and what answers beside the API; in no description of it (01 §23.6, §25). */
const BESIDE_THE_API = [
  'GET /auth/login',
  'GET /auth/signup',
  'GET /auth/reset-password',
  'GET /auth/sso-confirm',
  'GET /auth/cli',
];
const PAGES = [
  ...BESIDE_THE_API.map((page) => page.slice('GET '.length)),
  '/',
  '/join',
  '/claim',
  '/app-connect/github',
  '/connections',
  '/connections/apps/github',
  '/connections/custom',
  '/connections/llms',
  '/agents',
  '/agents/3f0f1c2e-6a52-4c1b-9d1e-0a1b2c3d4e5f/channels',
  '/settings/install',
  '/org/abcdefghijklmnop/billing',
];

let server: TestServer;
let owner: Owner;
/** `GET /v1/agents/{agentId}` of everything that answers, without what is retired. */
let operations: string[];
/** What a command is called, with its options; the programs' own name in front of none. */
let commands: Map<string, string>;

beforeAll(async () => {
  server = await startServer();
  owner = await signUpOwner(server);
  const { body } = await api(server).get('/openapi.json');
  const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  operations = [...described.filter((operation) => !retired().includes(operation)), ...BESIDE_THE_API];
  commands = await commandsThereAre();
});

afterAll(() => server?.close());

/** What it says is gone, and which replacements it names, is the contract's (01 §9). */
function retired(): string[] {
  return RETIREMENTS.flatMap(({ operations: gone }) => Object.values(gone));
}

async function commandsThereAre(): Promise<Map<string, string>> {
  const { stdout } = await runCommand(['--help', '--output', 'table']);
  const { commands: all } = jsonOf(await runCommand(['--help', '--output', 'json'])) as {
    commands: { name: string }[];
  };
  const names = [...new Set(all.map(({ name }) => name.split(' ')[0]!))];
  const helps = await Promise.all(
    names.map(async (name) => [name, (await runCommand([name, '--help'])).stdout] as const),
  );
  return new Map([...helps, ['', stdout]]);
}

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && pattern.test(file.name))
    .map((file) => join(file.parentPath, file.name));
}

const called = (file: string) => relative(ROOT, file);

function documents(): Source[] {
  const files = [
    join(ROOT, 'README.md'),
    // `npm run lint:contract` and the OpenAPI test hold the contract to what is there.
    ...filesBelow('docs', /\.md$/).filter((file) => !called(file).startsWith('docs/contract/')),
    ...filesBelow('src', /^README\.md$/),
    ...filesBelow('config', /\.md$/),
  ];
  return files.map((file) => ({ where: called(file), text: readFileSync(file, 'utf8') }));
}

/** Hints of the gateway, mails, errors, descriptions of fields, help of commands: all are texts in the source. */
function texts(): Source[] {
  return filesBelow('src', /(?<!\.spec)\.ts$/)
    .filter((file) => !NOT_FOR_READERS.some((path) => file.endsWith(path)))
    .map((file) => ({ where: called(file), text: literalsOf(file) }));
}

/** These name what is not there on purpose. */
const NOT_FOR_READERS = [
  // See `retired`.
  'modules/endpoints/retired/retirements.ts',
  // Labels that keys are derived with.
  'kernel/crypto/secret-box.ts',
  'modules/foundation/mail/unsubscribe-tokens.ts',
  // Beginnings of paths that are served.
  'kernel/access/declaration/surface-errors.ts',
  'scim/discovery/discovery-documents.ts',
  'scim/scim-answers.interceptor.ts',
];

/** A document as the server gives it, with the scripts it loads, without its markup. */
async function page(path: string): Promise<Source[]> {
  const { text, status } = await api(server).get(path);
  expect([path, status]).toEqual([path, 200]);
  const shown = text
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  const script = /src="\/pages\/([a-z-]+\.js)"/.exec(text)![1]!;
  return [
    { where: path, text: shown },
    ...scripts(script).map((source) => ({ ...source, where: `${path} ${source.where}` })),
  ];
}

function scripts(name: string, seen = new Set<string>()): Source[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const file = join(ROOT, 'src/modules/endpoints/pages/assets', name);
  const further = [...readFileSync(file, 'utf8').matchAll(/'\.\/([a-z-]+\.js)'/g)].map((match) => match[1]!);
  const calls = [...readFileSync(file, 'utf8').matchAll(/call\(\s*'([A-Z]+)',\s*['`]([^'`]+)['`]/g)];
  const text = [literalsOf(file), ...calls.map(([, method, path]) => `${method} ${path}`)].join('\n');
  return [{ where: name, text }, ...further.flatMap((other) => scripts(other, seen))];
}

async function handedOut(): Promise<Source[]> {
  const skill = await owner.api.get('/v1/skill/gateway');
  const eager = await owner.api.get('/v1/skill/gateway?agent_framework=other');
  const { body: description } = await api(server).get('/openapi.json');
  for (const gone of retired()) {
    const [method, path] = gone.split(' ');
    delete description.paths[path!]?.[method!.toLowerCase()];
  }
  return [
    { where: 'GET /v1/skill/gateway', text: skill.text },
    { where: 'GET /v1/skill/gateway, eager', text: eager.text },
    { where: 'GET /openapi.json', text: wordsOf(description).join('\n') },
    ...[...commands].map(([name, text]) => ({ where: `credential-gateway ${name} --help`, text })),
  ];
}

/** Summaries and descriptions. */
function wordsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' && ['summary', 'description', 'title'].includes(key) ? [value] : wordsOf(value),
  );
}

function missingEndpoints(sources: readonly Source[]): Named[] {
  return sources
    .flatMap(endpointsIn)
    .filter(({ name }) => ![...GUARDED, ...COOKIE_PATHS].includes(name) && !isServed(operations, name));
}

/** What documents call a plugin that a reader might have. */
const PLUGIN = 'demo';

function missingCommands(sources: readonly Source[]): Named[] {
  const known = (name: string): boolean => commands.has(name) || name === PLUGIN;
  return sources.flatMap(commandsIn).filter(({ name }) => !known(name.split(' ')[0]!));
}

describe('what is named is there', () => {
  it('the search finds what is not there', () => {
    const text = (name: string): Source => ({ where: 'here', text: name });
    for (const missing of [
      'GET /v1/nothing',
      '/v1/apps/{provider}/connect/nothing',
      'POST /v1/agents/{agentId}',
      'see /api/nothing.',
    ])
      expect([missing, missingEndpoints([text(missing)])]).toEqual([missing, [expect.anything()]]);
    for (const there of [
      'GET /v1/agents',
      'PUT /v1/agents/{id}/grants/secrets/<secretId>?x=1',
      '/v1/operator/*',
      '/api/user.',
    ])
      expect([there, missingEndpoints([text(there)])]).toEqual([there, []]);
    for (const missing of ['`cgw teleport here`', 'npx credential-gateway walk -- x'])
      expect([missing, missingCommands([text(missing)])]).toEqual([missing, [expect.anything()]]);
    for (const there of ['`cgw doctor --json`', '`cgw auth login`', 'npx credential-gateway plan acme'])
      expect([there, missingCommands([text(there)])]).toEqual([there, []]);
    expect(operations.length).toBeGreaterThan(100);
    expect([...commands.keys()]).toEqual(
      expect.arrayContaining(['doctor', 'migrate', 'openapi', 'plan', 'rotate-keys']),
    );
  });

  it('by the built-in pages and their scripts', async () => {
    const sources = (await Promise.all(PAGES.map(page))).flat();
    expect(sources.flatMap(endpointsIn).length).toBeGreaterThan(50);
    expect([...missingEndpoints(sources), ...missingCommands(sources)]).toEqual([]);
  });

  it('by hints, mails, errors and every other text in the source', () => {
    const sources = texts();
    expect(sources.flatMap(endpointsIn).length).toBeGreaterThan(20);
    expect([...missingEndpoints(sources), ...missingCommands(sources)]).toEqual([]);
  });

  it('by the skill, the description of the API and the help of the commands', async () => {
    const sources = await handedOut();
    expect([...missingEndpoints(sources), ...missingCommands(sources)]).toEqual([]);
  });

  it('by documents', () => {
    const sources = documents();
    expect(sources.flatMap(endpointsIn).length).toBeGreaterThan(50);
    expect(missingEndpoints(sources)).toEqual([]);
    const code = sources.map(({ where, text }) => ({ where, text: codeOfMarkdown(text) }));
    expect(code.flatMap(commandsIn).length).toBeGreaterThan(10);
    expect(missingCommands(code)).toEqual([]);
  });

  it('options of commands too', () => {
    const named = [...documents().map(({ text }) => codeOfMarkdown(text)), ...[...commands.values()]].join(
      '\n',
    );
    const used = [...named.matchAll(/credential-gateway ([a-z-]+)([^`\n#]*)/g)].flatMap(([, command, rest]) =>
      [...rest!.matchAll(/ (--[a-z-]+)/g)].map((match) => [command!, match[1]!] as const),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter(([command, option]) => !commands.get(command)?.includes(option))).toEqual([]);
  });
});
