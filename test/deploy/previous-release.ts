import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../contract/on-demand.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const LOCK = 'package-lock.json';

/**
 * The folder of the release before this one (`deploy/previous-release` names its commit), built once for each machine. Null
 * where its commit is not known, as in a copy of the sources without their history.
 */
export async function previousRelease(): Promise<string | null> {
  const commit = (await readFile(join(ROOT, 'deploy/previous-release'), 'utf8')).trim();
  const folder = join(tmpdir(), `cg-release-${commit.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const archive = join(making, 'sources.tar');
  const { code } = await run('git', ['-C', ROOT, 'archive', '--output', archive, commit]);
  if (code !== 0) {
    await rm(making, { recursive: true });
    return null;
  }
  await mustRun('tar', ['-xf', archive, '-C', making], making);
  await bringPackages(making);
  await mustRun(process.execPath, ['scripts/build.mjs'], making);
  await rename(making, folder);
  return folder;
}

/** Its own where it was made of others. */
async function bringPackages(folder: string): Promise<void> {
  const [own, its] = await Promise.all([ROOT, folder].map((each) => readFile(join(each, LOCK), 'utf8')));
  if (own === its) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--no-progress'], folder);
}

async function mustRun(program: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
}
