import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  readlinkSync,
  statSync,
  type BigIntStats,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { CommandFailure } from '../../terminal/failure.js';
import { makeFolder } from '../../keys/folders.js';
import { home } from '../../keys/home.js';
import { note } from '../../terminal/output.js';
import { executablesOf, nameOfExecutable } from './plugin-name.js';

/** A program that may be started: only its owner, this person or the system's, can change it (07 B2.4). */
export interface Plugin {
  readonly name: string;
  readonly path: string;
  /** Size and time of modification: of another content it is another. */
  readonly stamp: string;
}

/** The only place where plugins are looked for (07 B2.2). */
export function pluginFolder(): string {
  const { CREDENTIAL_GATEWAY_PLUGIN_DIR: own, ONECLI_PLUGIN_DIR: older } = process.env;
  return resolve(own || older || home('plugins'));
}

/** In the spelling that comes first. One that must not be started is none, which is told on standard error. */
export function findPlugin(name: string, { tell = true } = {}): Plugin | undefined {
  const [path] = pathsOf(name);
  return path === undefined ? undefined : usable(name, path, tell);
}

/** Whatever is there under that name, the one that would be used first. */
export function pathsOf(name: string): readonly string[] {
  return executablesOf(name)
    .map((file) => join(pluginFolder(), file))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

/** As `findPlugin`, for commands that are about one plugin. */
export function pluginThere(name: string): Plugin {
  const plugin = findPlugin(name);
  if (plugin !== undefined) return plugin;
  throw new CommandFailure(`There is no plugin "${name}".`, 'NOT_FOUND', 'cgw plugin list');
}

/** All that may be started, by name. */
export function installedPlugins(how: { readonly tell: boolean }): readonly Plugin[] {
  const names = filesOf(pluginFolder()).flatMap((file) => nameOfExecutable(file) ?? []);
  return [...new Set(names)].sort().flatMap((name) => findPlugin(name, how) ?? []);
}

/** For what is installed: of this person only, and refused where others could put something into it. */
export function preparedFolder(): string {
  const folder = pluginFolder();
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CommandFailure(
      `${folder} cannot be created (${(error as NodeJS.ErrnoException).code}).`,
      'ERROR',
      'set CREDENTIAL_GATEWAY_PLUGIN_DIR to a folder of your own that can be written',
    );
  }
  const fault = faultOfOwner(statSync(folder, { bigint: true }));
  if (fault !== undefined)
    throw new CommandFailure(
      `The plugin is not installed: ${folder} ${fault}.`,
      'ERROR',
      `chmod go-w ${folder}`,
    );
  return folder;
}

function usable(name: string, path: string, tell: boolean): Plugin | undefined {
  try {
    const found = judged(path);
    if (typeof found !== 'string') return { name, path, stamp: `${found.size} ${found.mtimeNs}` };
    if (tell) note(`Skipped ${path}: ${found}.`);
  } catch (error) {
    if (tell) note(`Skipped ${path}: it cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return undefined;
}

/**
 * The file, or why it is not to be started. Between this and the start it can only be changed by who may write to it or
 * to its folder, which are those that are judged here.
 */
function judged(path: string): BigIntStats | string {
  const there = lstatSync(path, { bigint: true });
  const target = there.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path;
  const file = target === path ? there : lstatSync(target, { bigint: true });
  if (!file.isFile()) return 'it is not a regular file or a link to one';
  for (const folder of new Set([dirname(path), dirname(target)])) {
    const fault = faultOfOwner(statSync(folder, { bigint: true }));
    if (fault !== undefined) return `its directory ${folder} ${fault}`;
  }
  const fault = faultOfOwner(file);
  if (fault !== undefined) return `it ${fault}`;
  return isStartable(target) ? file : 'you may not execute it';
}

function faultOfOwner({ mode, uid }: BigIntStats): string | undefined {
  // There modes are made up, and access lists are the person's own by default.
  if (process.platform === 'win32') return undefined;
  if ((mode & 0o022n) !== 0n) return 'can be changed by other users';
  return [0, process.getuid?.()].includes(Number(uid)) ? undefined : 'belongs to another user';
}

function isStartable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
