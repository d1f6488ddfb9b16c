import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { api } from '../harness/clients/client.js';
import { jsonOf, runCommand } from '../harness/server/command.js';
import { createEmptyDatabase } from '../harness/database/database.js';
import { startServer } from '../harness/server/server.js';
import { startSessionIssuer } from '../harness/people/session-issuer.js';

jest.setTimeout(120_000);

const COMMANDS = [
  ...['doctor', 'migrate', 'openapi', 'plan', 'rotate-keys'],
  ...['backup', 'restore', 'after-restore', 'replace-authority', 'runner-token', 'move-agent'],
  'channel-adapter-token',
];
const run = promisify(execFile);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-command-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the command line', () => {
  it('07-B1 tells what it can do, for all and for each command', async () => {
    const help = await runCommand(['--help', '--output', 'json']);
    expect(help.status).toBe(0);
    const each = await Promise.all(COMMANDS.map((command) => runCommand([command, '--help'])));
    each.forEach(({ status, stdout }, index) => {
      expect(jsonOf(help).commands).toContainEqual(expect.objectContaining({ name: COMMANDS[index] }));
      expect([status, stdout]).toEqual([
        0,
        expect.stringContaining(`Usage: credential-gateway ${COMMANDS[index]}`),
      ]);
    });
    const version = await runCommand(['--version']);
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as { version: string; bin: object };
    expect(version.stdout.trim()).toBe(manifest.version);
    expect(Object.keys(manifest.bin).sort()).toEqual(['cgw', 'credential-gateway']);
  });

  it('refuses what it does not know with status 1, and touches nothing', async () => {
    const wrong = [['doctor', '--everything'], ['migrate', 'twice'], ['plan']];
    const answers = await Promise.all(wrong.map((args) => runCommand(args, {}, { cwd: folder })));
    for (const { status, stdout, stderr } of answers) {
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^error: /);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('names every fault of the settings, and no value of a secret', async () => {
    const { status, stderr } = await runCommand(['migrate'], {
      PORT: 'x',
      SECRET_ENCRYPTION_KEY: 'too-short-a-key',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('PORT');
    expect(stderr).toContain('SECRET_ENCRYPTION_KEY');
    expect(stderr).not.toContain('too-short-a-key');
    expect(stderr).not.toContain('    at ');
  });

  it('07-B1 works with the Node.js that npm found, also when that is older than the one brought along', async () => {
    const found = await run('/bin/sh', ['-c', 'command -v -a node || which -a node'], {
      env: {
        PATH: (process.env.PATH ?? '')
          .split(':')
          .filter((entry) => !entry.includes('node_modules'))
          .join(':'),
      },
    }).then(
      ({ stdout }) => stdout.split('\n')[0] ?? '',
      () => '',
    );
    const node = found || process.execPath;
    const { status, stdout } = await runCommand(['openapi'], {}, { node });
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ openapi: '3.1.0' })]);
  });
});

describe('openapi', () => {
  it('01-41 prints what the server answers at /openapi.json, without server, database or files', async () => {
    const server = await startServer({
      API_URL: 'https://api.gateway.test',
      GATEWAY_API_URL: 'https://gateway.test',
    });
    try {
      const settings = { API_URL: 'https://api.gateway.test', GATEWAY_API_URL: 'https://gateway.test' };
      const result = await runCommand(['openapi'], settings, { cwd: folder });
      expect([result.status, result.stderr]).toEqual([0, '']);
      expect(jsonOf(result)).toEqual((await api(server).get('/openapi.json')).body);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('ends quietly when its reader has read enough', async () => {
    const launcher = join(process.cwd(), 'bin/credential-gateway.mjs');
    const { stdout, stderr } = await run('/bin/sh', [
      '-c',
      `"$0" "$1" openapi | head -c 20`,
      process.execPath,
      launcher,
    ]);
    expect([stdout.slice(0, 1), stderr]).toEqual(['{', '']);
  });

  it('01-41 speaks of the edition of the settings, and writes to a file when told to', async () => {
    const issuer = await startSessionIssuer();
    try {
      const written = await runCommand(['openapi', '--output', 'api.json'], issuer.settings, { cwd: folder });
      expect([written.status, written.stdout]).toEqual([0, '']);
      const document = JSON.parse(await readFile(join(folder, 'api.json'), 'utf8'));
      expect(document.components.securitySchemes.session).toMatchObject({ scheme: 'bearer' });
      expect(Object.keys(document.paths)).not.toContain('/auth/sign-in/email');
    } finally {
      await issuer.close();
    }
  });

  it('says where it cannot write, without a stack', async () => {
    const { status, stderr } = await runCommand(
      ['openapi', '--output', 'missing/api.json'],
      {},
      { cwd: folder },
    );
    expect([status, stderr]).toEqual([1, 'missing/api.json cannot be written (ENOENT).\n']);
  });
});

describe('migrate', () => {
  it('brings an empty database up to date, and finds nothing to do the second time', async () => {
    const database = await createEmptyDatabase();
    try {
      const settings = { DATABASE_URL: database.url, DATA_DIR: folder };
      for (let turn = 0; turn < 2; turn++) {
        const result = await runCommand(['migrate'], settings);
        expect([result.status, result.stdout, result.stderr]).toEqual([
          0,
          'The database is up to date.\n',
          '',
        ]);
      }
      expect(await database.query('SELECT 1 FROM organizations')).toEqual([]);
    } finally {
      await database.drop();
    }
  });

  it('R8 makes the embedded database where there is none, and stops it again', async () => {
    const { status } = await runCommand(['migrate'], { DATA_DIR: folder });
    expect(status).toBe(0);
    await stat(join(folder, 'postgres', 'PG_VERSION'));
    await expect(stat(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('says what to do when the database cannot be used', async () => {
    const database = await createEmptyDatabase();
    try {
      const missing = new URL(database.url);
      missing.pathname = '/no_such_database';
      const { status, stderr } = await runCommand(['migrate'], { DATABASE_URL: missing.href });
      expect([status, stderr]).toEqual([1, expect.stringContaining('Check DATABASE_URL')]);
      expect(stderr).not.toContain('    at ');
      expect(stderr).not.toContain(missing.password);
    } finally {
      await database.drop();
    }
  });
});
