import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants as module, enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';

const FOLDER = 'compiled-code';
/** The start is over then, and what it has compiled is worth keeping even if this process never ends in peace. */
const KEEP_AFTER_MS = 10_000;

/**
 * Lets V8 keep what it compiles, so that the next start of the same build need not: beside the build where this process
 * may write there, in `DATA_DIR` otherwise, which is what an image on a read-only root has. An operator's
 * `NODE_COMPILE_CACHE` comes first. Where nothing can be kept the server starts without; the directory is not made for it,
 * because who makes it decides who may read the keys in there.
 */
export function keepCompiledCode(dist: string): void {
  const dataDir = process.env['DATA_DIR']?.trim() || '.data';
  const place = [dist, dataDir].find(isWritable);
  if (place === undefined) return;
  const folder = join(place, FOLDER);
  const own = join(folder, buildOf(dist));
  if (enableCompileCache(own).status !== module.compileCacheStatus.ENABLED) return;
  setTimeout(() => {
    flushCompileCache();
    void removeOthers(folder, dirname(getCompileCacheDir() ?? own)).catch(() => undefined);
  }, KEEP_AFTER_MS).unref();
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What the build was made of, as it notes it; one without a note shares a folder with its like. */
function buildOf(dist: string): string {
  try {
    return readFileSync(join(dist, '.sources'), 'utf8').slice(0, 16);
  } catch {
    return 'unnamed';
  }
}

/** Of builds before this one. */
async function removeOthers(folder: string, own: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (path !== own) await rm(path, { recursive: true, force: true });
  }
}
