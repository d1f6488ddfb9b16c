import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faultsOf } from '../../scripts/check-migrations.mjs';
import { run } from '../contract/on-demand.mjs';

/** A migration that does this on its way up. */
const doing = (sql: string): string =>
  `async up(runner) {\n await runner.query(\`${sql}\`);\n}\n async down(runner) { await runner.query(\`DROP TABLE things;\`); }`;

describe('the lint of migrations', () => {
  it.each([
    ['a table that is dropped', 'DROP TABLE agents;'],
    ['a column that is dropped', 'ALTER TABLE agents DROP COLUMN name;'],
    ['a column that is renamed', 'ALTER TABLE agents RENAME COLUMN name TO title;'],
    ['a column of another type', 'ALTER TABLE agents ALTER COLUMN name TYPE varchar(20);'],
    ['a column that must be given', 'ALTER TABLE agents ADD COLUMN colour text NOT NULL;'],
    ['a column that must be given from now on', 'ALTER TABLE agents ALTER COLUMN name SET NOT NULL;'],
    ['a default that goes', 'ALTER TABLE agents ALTER COLUMN name DROP DEFAULT;'],
    ['a new constraint', 'ALTER TABLE agents ADD CONSTRAINT short CHECK (length(name) < 9);'],
    ['a row that may be there once only', 'CREATE UNIQUE INDEX one ON agents (name);'],
    ['a table that is emptied', 'CREATE INDEX a ON agents (name); TRUNCATE agents;'],
  ])('finds %s', (_name, sql) => {
    expect(faultsOf(doing(sql))).toHaveLength(1);
  });

  it.each([
    [
      'a new table with whatever it needs',
      'CREATE TABLE t (a text NOT NULL); ALTER TABLE t ADD CHECK (a <> $$$$); CREATE UNIQUE INDEX i ON t (a);',
    ],
    ['a column that may be left out', 'ALTER TABLE agents ADD COLUMN colour text;'],
    [
      'a column with a default',
      `ALTER TABLE agents ADD COLUMN c text NOT NULL DEFAULT 'red', ADD COLUMN d text;`,
    ],
    ['an index', 'DROP INDEX old_idx; CREATE INDEX new_idx ON agents (name);'],
    ['what says why', '-- contract: read by nobody since 0.3\nALTER TABLE agents DROP COLUMN colour;'],
  ])('passes %s', (_name, sql) => {
    expect(faultsOf(doing(sql))).toEqual([]);
  });
});

describe('the audit of the lockfile', () => {
  const PATH = '/-/npm/v1/security/advisories/bulk';

  /** Against a registry that answers so to whoever asks for advisories. */
  async function audited(status: number, answer: object): Promise<{ code: number | null; output: string }> {
    const registry = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(request.url === PATH ? status : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
    try {
      const { port } = registry.address() as AddressInfo;
      return await run('node', ['scripts/check-advisories.mjs'], {
        env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}` },
      });
    } finally {
      registry.close();
    }
  }
  let advisories = 0;
  /** npm remembers what an advisory said before. */
  const advisory = (severity: string): object => ({
    pino: [
      {
        id: ++advisories + Date.now(),
        url: 'https://advisories.test/1',
        title: 'Planted',
        severity,
        vulnerable_versions: '*',
      },
    ],
  });

  it('fails for what is severe and names what is not', async () => {
    expect(await audited(200, advisory('critical'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('critical: pino: Planted (https://advisories.test/1)'),
    });
    expect(await audited(200, advisory('low'))).toMatchObject({
      code: 0,
      output: expect.stringContaining('low: pino'),
    });
  });

  it('says that it could not be done where nobody can be asked', async () => {
    expect(await audited(405, {})).toMatchObject({
      code: 0,
      output: expect.stringContaining('Not audited: 405'),
    });
  });
});

describe('the lint of metrics and log lines', () => {
  const PLANTED = {
    'tsconfig.build.json': '{ "compilerOptions": { "types": [], "strict": true }, "include": ["src"] }',
    'src/kernel/logging/log-fields.ts':
      'export interface LogFields { level: string; err: unknown; count: number }',
    'src/planted.ts': `
      declare class Counted<L = never> { inc(labels: L): void }
      declare class Metrics { counter<L = never>(options: object): Counted<L> }
      declare class Logger { warn(...parts: unknown[]): void }
      declare const metrics: Metrics, log: Logger, host: string;
      metrics.counter<{ kind: 'one' | 'two' }>({ name: 'good_total', help: 'Good.', labelNames: ['kind'] });
      metrics.counter<{ host: string }>({ name: 'hosts_total', help: 'Hosts.', labelNames: ['host'] });
      metrics.counter<{ kind: 'one' }>({ name: 'half_total', help: 'Half.', labelNames: [] });
      metrics.counter({ name: host, help: 'Any.' });
      log.warn({ count: 1, err: new Error() }, 'a line that is well');
      log.warn(\`\${host} is down\`);
      log.warn({ password: 'x' }, 'a field nobody declared');
      log.warn({ count: 'many' }, 'a field of another type');
      log.warn({ count: 1 });`,
  };

  it('finds labels of any word, messages that differ, and fields nobody declared', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cg-planted-'));
    try {
      for (const [path, text] of Object.entries(PLANTED)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      const { code, output } = await run('node', ['scripts/generate-observability.mjs', '--check', folder]);
      expect(code).toBe(1);
      expect(
        output
          .trimEnd()
          .split('\n')
          .map((line) => line.replace(/^src\/planted\.ts:/, ''))
          .toSorted(),
      ).toEqual([
        '11: the line has no message of its own',
        '11: the message is not the same each time: put what differs into fields',
        '12: LogFields (src/kernel/logging/log-fields.ts) declares no "password"',
        '13: "count" is not what LogFields declares',
        '14: the line has no message of its own',
        '7: label "host" of hosts_total may be any word',
        '8: labelNames of half_total are not those of its type',
        '9: name and help of a metric are written where it is made',
        'docs/log-fields.md is stale: npm run docs:observability',
        'docs/metrics.md is stale: npm run docs:observability',
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
