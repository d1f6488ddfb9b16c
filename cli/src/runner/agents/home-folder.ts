import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CommandFailure } from '../../terminal/failure.js';
import { makeFolder } from '../../keys/folders.js';

/** The kernel resolves a name below an open folder, whatever became of the path that it was opened by. */
const OPEN_FILES = '/proc/self/fd';
const HAS_OPEN_FILES = existsSync(OPEN_FILES);
/** Of macOS: no link in any component. */
const O_NOFOLLOW_ANY = 0x2000_0000;
/** Windows has neither; there the look before has to do. */
const NO_LINKS =
  process.platform === 'darwin' ? O_NOFOLLOW_ANY : ((constants.O_NOFOLLOW as number | undefined) ?? 0);
const FOLDER = constants.O_RDONLY | ((constants.O_DIRECTORY as number | undefined) ?? 0) | NO_LINKS;
/** A pipe that lies there is not waited for. */
const READING = constants.O_RDONLY | NO_LINKS | ((constants.O_NONBLOCK as number | undefined) ?? 0);
const WRITING = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINKS;

/**
 * A folder that a program of an agent may change at any moment, as it is touched by the runner (R63): opened component by
 * component, and no link is ever followed, so that nothing outside is read, written or removed. An open folder stays the
 * same one when its name becomes that of a link.
 */
export class HomeFolder {
  private constructor(
    private readonly handle: number,
    private readonly path: string,
  ) {}

  /** `root` is the runner's own and may be reached by links; what is below may not. It is made if need be. */
  static open(root: string): HomeFolder {
    makeFolder(root);
    const path = realpathSync(root);
    return new HomeFolder(openSync(path, FOLDER), path);
  }

  /** Runs `work` in a folder below, and lets go of it; null where one of its components is no folder or a link. */
  within<T>(components: readonly string[], work: (folder: HomeFolder) => T, make = false): T | null {
    const [name, ...further] = components;
    if (name === undefined) return work(this);
    const below = this.child(name, make);
    if (below === null) return null;
    try {
      return below.within(further, work, make);
    } finally {
      below.close();
    }
  }

  names(): string[] {
    return readdirSync(HAS_OPEN_FILES ? `${OPEN_FILES}/${this.handle}` : this.path);
  }

  /** Null for what is absent, a link, no plain file, a file that has another name elsewhere, or longer. */
  read(name: string, maxBytes: number): string | null {
    const file = this.opened(name, READING);
    if (file === null) return null;
    try {
      const { size, nlink } = fstatSync(file);
      const isOwn = fstatSync(file).isFile() && nlink === 1 && size <= maxBytes;
      return isOwn ? readFileSync(file, 'utf8').slice(0, maxBytes) : null;
    } finally {
      closeSync(file);
    }
  }

  /** In the place of whatever has the name. */
  write(name: string, content: string): void {
    const file = this.create(name);
    try {
      writeFileSync(file, content);
    } finally {
      closeSync(file);
    }
  }

  /** A new file to write to, in the place of whatever has the name; the caller closes it. */
  create(name: string): number {
    this.remove(name);
    return openSync(this.placeOf(name), WRITING, 0o600);
  }

  /** A link itself, not what it leads to; of a folder all that is in it. */
  remove(name: string): void {
    rmSync(this.placeOf(name), { recursive: true, force: true, maxRetries: 5 });
  }

  /** Takes the place of whatever has the name. */
  rename(from: string, to: string): void {
    renameSync(this.placeOf(from), this.placeOf(to));
  }

  close(): void {
    closeSync(this.handle);
  }

  private child(name: string, make: boolean): HomeFolder | null {
    const place = this.placeOf(name);
    if (make && !this.isFolder(place)) {
      this.remove(name);
      mkdirSync(place, { mode: 0o700 });
    }
    const handle = this.opened(name, FOLDER);
    return handle === null ? null : new HomeFolder(handle, join(this.path, name));
  }

  private isFolder(place: string): boolean {
    return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Null for what is absent, or a link. */
  private opened(name: string, flags: number): number | null {
    const place = this.placeOf(name);
    try {
      if (lstatSync(place).isSymbolicLink()) return null;
      return openSync(place, flags);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (UNUSABLE.has(code)) return null;
      throw error;
    }
  }

  private placeOf(name: string): string {
    if (!isComponent(name)) throw new CommandFailure(`${JSON.stringify(name)} is not a valid file name.`);
    return HAS_OPEN_FILES ? `${OPEN_FILES}/${this.handle}/${name}` : join(this.path, name);
  }
}

/** Absent, no folder, a link, a socket, or not the agent's to show. */
const UNUSABLE: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EMLINK',
  'ENXIO',
  'EACCES',
  'EPERM',
]);

function isComponent(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

/** The components of a path that the server names; throws for one that leads outside. */
export function componentsOf(path: string): { folders: string[]; name: string } {
  const folders = path.split('/').filter((component) => component !== '' && component !== '.');
  const name = folders.pop();
  if (name !== undefined && [...folders, name].every(isComponent)) return { folders, name };
  throw new CommandFailure(`The server sent a path outside the agent's home: ${JSON.stringify(path)}.`);
}
