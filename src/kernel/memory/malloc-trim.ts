import { DatabaseSync } from 'node:sqlite';

/** What SQLite says of an entry point that answered something else than 0; `malloc_trim` answers 1 when it gave pages back. */
const RAN = 'error during initialization';

/**
 * Lets glibc give the free pages inside its arenas back; by itself it gives back the top of an arena only, which one
 * block that lives pins. Node has no call for `malloc_trim`, so the SQLite that Node brings calls it, as the entry point
 * of an extension: its first argument, the handle of the database, is taken for the bytes to keep at the top, and what is
 * free below goes. The library and the name are fixed here. False where there is no glibc.
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
