import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from '../../cli/src/command-line/command.js';
import { type Owner, signUpOwner } from '../harness/people/accounts.js';
import { makePerson, type Person } from '../harness/server/cgw.js';
import type { CommandResult } from '../harness/server/command.js';
import { connect } from '../harness/upstreams/connections.js';
import { api } from '../harness/clients/client.js';
import { makePartner, OPERATOR } from '../harness/people/partners.js';
import { startServer, type TestServer } from '../harness/server/server.js';
import { GoldenWords } from './golden/golden-words.js';
import { LINES } from './golden/lines.js';

/** What every command prints, in both forms. `WRITE_GOLDEN=true` writes the files anew; the difference is what to review. */
const FOLDER = join(import.meta.dirname, 'golden');
/** Other programs': of whoever runs a server, and of plugins. Each has a spec of its own. */
const OF_OTHERS =
  /^(doctor|migrate|openapi|plan|rotate-keys|backup|restore|after-restore|replace-authority|runner-token|channel-adapter-token|move-agent|plugin)\b/;
/** Their output is a program's, or goes on until somebody ends it. */
const WITHOUT_OUTPUT = ['run', 'runner', 'approvals watch'];

let server: TestServer;
let owner: Owner;
let person: Person;
let commands: readonly Command[];
let usage: (command: Command) => string[];
const keys: Record<string, Record<string, string>> = {};
/** `{agent}` of a line: what an earlier one answered. */
const kept: Record<string, string> = {};

beforeAll(async () => {
  // The build puts it in.
  Object.assign(globalThis, { CLI_VERSION: '0.0.0' });
  process.env['NO_COLOR'] = '1';
  commands = (await import('../../cli/src/commands.js')).everyCommand();
  ({ usage } = await import('../../cli/src/help.js'));
  server = await startServer(OPERATOR);
  owner = await signUpOwner(server, { name: 'Ada' });
  const { key } = await makePartner(server);
  const { body } = await api(server).as(owner.cookie).post('/v1/org/api-key/regenerate');
  keys['workspace'] = { CREDENTIAL_GATEWAY_API_KEY: owner.apiKey };
  keys['organization'] = { CREDENTIAL_GATEWAY_API_KEY: body.apiKey };
  keys['partner'] = { CREDENTIAL_GATEWAY_API_KEY: key };
  keys['operator'] = OPERATOR;
  keys['nobody'] = { CREDENTIAL_GATEWAY_API_KEY: '' };
  const scope = { organizationId: owner.organizationId, workspaceId: owner.workspaceId };
  kept['connection'] = await connect(server, scope, { label: 'Mail' });
  kept['shared'] = await connect(server, { organizationId: owner.organizationId }, { label: 'Shared' });
  kept['key'] = owner.apiKey;
  kept['workspaceId'] = owner.workspaceId;
  person = await makePerson({ CREDENTIAL_GATEWAY_URL: server.apiUrl });
});
afterAll(async () => {
  await person.close();
  await server.close();
});

async function isAsWritten(file: string, text: string): Promise<void> {
  const path = join(FOLDER, file);
  if (process.env['WRITE_GOLDEN'] === 'true') {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  }
  expect(text).toBe(await readFile(path, 'utf8'));
}

/** What stands below every one of them is written down once, with the first. */
function withoutCommon(lines: readonly string[]): readonly string[] {
  const from = lines.indexOf('Everywhere:');
  const to = lines.indexOf('', from);
  return lines[2]!.startsWith('Usage: cgw auth login')
    ? lines
    : [...lines.slice(0, from - 1), ...(to < 0 ? [] : lines.slice(to))];
}

const groupOf = (words: readonly string[]): string => words[0]!;

describe('help', () => {
  it('of every command is as it is written down', async () => {
    const groups = Map.groupBy(commands, ({ name }) => groupOf(name));
    for (const [group, members] of groups) {
      if (OF_OTHERS.test(group)) continue;
      const texts = members.map((command) =>
        [`$ cgw ${command.name.join(' ')} --help`, ...withoutCommon(usage(command)), ''].join('\n'),
      );
      await isAsWritten(`help/${group}.txt`, texts.join('\n'));
    }
  });

  it('no flag of a command is one that every command has', () => {
    for (const command of commands) {
      const flags = usage(command).slice(0, usage(command).indexOf('Everywhere:'));
      const own = flags.flatMap((line) => /^ {2}(--[\w-]+)/.exec(line)?.[1] ?? []);
      for (const flag of ['--fields', '--quiet', '--max', '--output', '--workspace', '--api-host'])
        expect([command.name, own.includes(flag)]).toEqual([command.name, false]);
    }
  });
});

describe('output', () => {
  it('of every command is as it is written down, as JSON and for the eye', async () => {
    const said: Record<string, string[]> = {};
    for (const { line, as = 'workspace', input, keep = {}, quiet } of LINES) {
      const args = line.map((word) =>
        word.replace(/\{(\w+)\}/g, (_, name: string) => kept[name] ?? `no ${name}`),
      );
      const words = new GoldenWords(server, kept);
      const told = (more: readonly string[]): Promise<CommandResult> =>
        person.cgw([...args, ...more], {
          env: keys[as]!,
          ...(input !== undefined && { input: kept[input] ?? input }),
        });
      const first = await told([]);
      const document: unknown = first.stdout.startsWith('{') ? JSON.parse(first.stdout) : undefined;
      for (const [name, path] of Object.entries(keep)) kept[name] = String(at(document, path));
      const reads = /(^| )(list|get|get-default|status|credentials|counts|configured|models|version)$/.test(
        commandName(line),
      );
      const others =
        reads || quiet !== undefined
          ? [['--output', 'table'], ...(quiet === undefined ? [] : [['--quiet', quiet]])]
          : [];
      const rest = await Promise.all(others.map(told));
      words.learn(document);
      const shown = [[], ...others].map((more, index) => {
        const { status, stdout, stderr } = [first, ...rest][index]!;
        const ends = status === 0 ? '' : `(ends with ${status})\n`;
        return `$ cgw ${[...line, ...more].map(shellWord).join(' ')}\n${words.plain(stdout + stderr)}${ends}`;
      });
      (said[groupOf(line)] ??= []).push(...shown);
    }
    for (const [group, texts] of Object.entries(said))
      await isAsWritten(`output/${group}.txt`, texts.join('\n'));
  });

  it('none is forgotten', () => {
    const shown = new Set(LINES.map(({ line }) => commandName(line)));
    const all = commands
      .map(({ name }) => name.join(' '))
      .filter((name) => !OF_OTHERS.test(name) && !WITHOUT_OUTPUT.includes(name));
    expect(all.filter((name) => !shown.has(name))).toEqual([]);
  });
});

function commandName(line: readonly string[]): string {
  const names = commands
    .map(({ name }) => name)
    .filter((name) => name.every((word, index) => line[index] === word));
  return names.sort((a, b) => b.length - a.length)[0]?.join(' ') ?? '';
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word}'`;
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
}
