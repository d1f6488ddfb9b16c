import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CommandFailure } from '../terminal/failure.js';
import { makeFolder } from '../keys/folders.js';
import { processIdentityOf } from './reports/process-identity.js';

/** The folder of one runner: two in it would hand in each other's work. Answers how it is given back. */
export function claimFolder(folder: string): () => void {
  makeFolder(folder);
  const lock = join(folder, 'runner.lock');
  for (const attempt of [1, 2]) {
    try {
      const file = openSync(lock, 'wx', 0o600);
      writeSync(file, JSON.stringify(processIdentityOf(process.pid)));
      closeSync(file);
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (attempt === 2 || isHeld(lock))
        throw new CommandFailure(
          `Another runner uses ${folder}.`,
          'CONFLICT',
          'use another --state for this runner',
        );
      rmSync(lock, { force: true });
    }
  }
  throw new CommandFailure(`${folder} cannot be used.`);
}

function isHeld(lock: string): boolean {
  try {
    const { pid, began } = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; began: string };
    return processIdentityOf(pid)?.began === began;
  } catch {
    return false;
  }
}
