import { DatabaseSync } from 'node:sqlite';

/** SQLite's error for an entry point that returns anything but 0. `malloc_trim` returns 1 when it has released pages. */
const RAN = 'error during initialization';

/**
 * Makes glibc return the free pages inside its arenas to the system. By itself glibc returns only the top of an arena,
 * and one live block there prevents it. Node has no call for `malloc_trim`, so Node's SQLite calls it as the entry point
 * of an extension. Its first argument, the database handle, is then read as the number of bytes to keep at the top, and
 * free pages below are released. Library and function name are fixed here. False without glibc.
 */
export function trimMalloc(): boolean {
  const database = new DatabaseSync(':memory:', { allowExtension: true });
  try {
    database.loadExtension('libc.so.6', 'malloc_trim');
    return true;
  } catch (error) {
    return String((error as Error).message).startsWith(RAN);
  } finally {
    database.close();
  }
}
