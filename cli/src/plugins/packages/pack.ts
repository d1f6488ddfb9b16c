import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { archived, type ArchiveEntry } from './archive.js';
import { CommandFailure } from '../../terminal/failure.js';
import { makeFolder } from '../../keys/folders.js';
import { writePrivate } from '../../keys/home.js';
import { MAX_PACKED, MAX_UNPACKED } from './archive-entries.js';
import { askedManifest } from '../manifest/asked-manifest.js';
import { checksumLines, sha256 } from './checksums.js';
import { InvalidManifest } from '../manifest/manifest.js';
import { nameOfExecutable, type Prefix } from '../manifest/plugin-name.js';
import { ownPlatform } from './platform.js';
import { contentOf } from './source.js';

export interface Release {
  readonly name: string;
  /** Without a leading `v`. */
  readonly version: string;
  readonly prefix: Prefix;
  readonly folder: string;
  /** Path of the executable by `linux/amd64`. */
  readonly executables: ReadonlyMap<string, string>;
  readonly included: readonly string[];
  readonly overwrite: boolean;
  readonly checkManifest: boolean;
}

export interface Packed {
  readonly archives: readonly { readonly file: string; readonly sha256: string; readonly bytes: number }[];
  readonly checksums: string;
}

interface Archive {
  readonly file: string;
  readonly content: Buffer;
}

/** An archive for each platform and their checksums (07 B8); all of them, or none where something is wrong. */
export async function pack(release: Release): Promise<Packed> {
  const { folder, executables, overwrite } = release;
  const own = executables.get(ownPlatform());
  if (own !== undefined && release.checkManifest) await mustBe(release, own);
  const included = await Promise.all(release.included.map((path) => includedFile(path)));
  const time = timeOfEntries();
  const archives: Archive[] = [];
  for (const [platform, path] of executables)
    archives.push(await archiveOf(release, platform, path, included, time));
  const checksums = join(folder, 'checksums.txt');
  const present = [...archives.map(({ file }) => join(folder, file)), checksums].find(existsSync);
  if (present !== undefined && !overwrite)
    throw new CommandFailure(`${present} already exists.`, 'CONFLICT', 'pack with --force');
  const sums = new Map(archives.map(({ file, content }) => [file, sha256(content)]));
  makeReleaseFolder(folder);
  for (const { file, content } of archives) writePrivate(join(folder, file), content, { file: 0o644 });
  writePrivate(checksums, checksumLines(sums), { file: 0o644 });
  return {
    archives: archives.map(({ file, content }) => ({
      file,
      sha256: sums.get(file)!,
      bytes: content.length,
    })),
    checksums,
  };
}

function makeReleaseFolder(folder: string): void {
  try {
    makeFolder(folder, 0o777);
  } catch (error) {
    throw new CommandFailure(`${folder} cannot be created (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function archiveOf(
  { name, version, prefix }: Release,
  platform: string,
  path: string,
  included: readonly ArchiveEntry[],
  time: Date,
): Promise<Archive> {
  const { content } = await contentOf(path, LIMITS);
  const executable = `${prefix}-${name}${platform.startsWith('windows/') ? '.exe' : ''}`;
  const entries = [{ name: executable, mode: 0o755, content }, ...included];
  const twice = entries.find(({ name: one }, at) => entries.findIndex((other) => other.name === one) !== at);
  if (twice !== undefined) throw new CommandFailure(`${twice.name} would be in the archive twice.`);
  if (entries.reduce((sum, entry) => sum + entry.content.length, 0) > MAX_UNPACKED - RESERVE)
    throw new CommandFailure(`The content for ${platform} exceeds the limit of an installation.`);
  const archive = await archived(entries, time);
  if (archive.length > MAX_PACKED)
    throw new CommandFailure(`The archive for ${platform} exceeds the limit of an installation.`);
  return { file: `${prefix}-${name}_${version}_${platform.replace('/', '_')}.tar.gz`, content: archive };
}

const LIMITS = { bytes: MAX_UNPACKED, patienceMs: 0 };
/** For headers and padding. */
const RESERVE = 1024 ** 2;

async function includedFile(path: string): Promise<ArchiveEntry> {
  const name = basename(path);
  if (nameOfExecutable(name) !== undefined)
    throw new CommandFailure(`${name} is named like a plugin, but an archive has exactly one executable.`);
  if (Buffer.byteLength(name) > 100 || /[\\:]/.test(name))
    throw new CommandFailure(`${name} is not a valid file name in an archive.`);
  const { content } = await contentOf(path, LIMITS);
  return { name, mode: 0o644, content };
}

/** https://reproducible-builds.org/specs/source-date-epoch/ */
function timeOfEntries(): Date {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given === undefined || given === '') return new Date(0);
  // Eleven octal digits are all there is room for.
  if (!/^\d{1,10}$/.test(given) || Number(given) >= 8 ** 11)
    throw new CommandFailure('SOURCE_DATE_EPOCH is not a number of seconds.');
  return new Date(Number(given) * 1000);
}

async function mustBe({ name, version }: Release, path: string): Promise<void> {
  try {
    const manifest = await askedManifest(path, name);
    if (manifest.version.replace(/^v/, '') === version) return;
    throw new InvalidManifest(`it reports version ${manifest.version}`);
  } catch (error) {
    if (!(error instanceof InvalidManifest)) throw error;
    throw new CommandFailure(
      `${path} is not packed: ${error.message}.`,
      'ERROR',
      'correct it, or pack with --skip-manifest-check',
    );
  }
}
