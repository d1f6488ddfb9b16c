/** How the built server starts (06 §2): from a bundle, with faults that name our sources and the code that V8 kept. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServerProcess } from '../harness/server/server-process.js';

const ROOT = join(import.meta.dirname, '../..');
const CATALOG = join(ROOT, 'src/modules/foundation/app-catalog/catalog-files.ts');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cg-start-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What it says when its own catalogue cannot be used. */
async function failedStart(): Promise<string> {
  const catalog = await mkdtemp(join(folder, 'catalog-'));
  await writeFile(join(catalog, 'own.json'), '{');
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'unused'), APP_CATALOG_DIR: catalog };
  const run = promisify(execFile)(process.execPath, [join(ROOT, 'dist/src/start.js')], { env });
  return run.then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
}

describe('the built server', () => {
  it('names the source and the line of a fault, and the function it is in', async () => {
    const stderr = await failedStart();
    const line = /at unusable \((\S+catalog-files\.ts):(\d+):\d+\)/.exec(stderr)?.[2];
    expect(stderr).toContain(`(${CATALOG}:`);
    const text = (await readFile(CATALOG, 'utf8')).split('\n')[Number(line) - 1];
    expect(text).toContain('new Error(');
    expect(stderr).toMatch(/at new AppCatalog \(\S+catalog\.ts:\d+:\d+\)/);
    expect(stderr).not.toContain('dist/server/main.js');
  }, 60_000);

  it('keeps compiled code beside the build, for this build only', async () => {
    const build = join(folder, 'build');
    await cp(join(ROOT, 'dist'), join(build, 'dist'), { recursive: true });
    for (const part of ['config', 'package.json', 'node_modules'])
      await symlink(join(ROOT, part), join(build, part));
    const kept = join(build, 'dist/compiled-code');
    const server = await startServerProcess(join(folder, 'data'), { NODE_COMPILE_CACHE: '' }, build);
    await server.stop();
    const stamp = (await readFile(join(build, 'dist/.sources'), 'utf8')).slice(0, 16);
    expect(await readdir(kept)).toContain(stamp);
  }, 120_000);
});
