/**
 * Builds the image as an engine would, with buildah: its base image is a stand-in made of Debian's packages and the Node.js of
 * the lockfile, because no registry of images need be in reach. Everything it stores lies in one folder.
 */
import { cp, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, run } from '../contract/on-demand.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const BASE = 'docker.io/library/node:24-bookworm-slim';
const SUITE = 'bookworm';
const IMAGE = 'localhost/credential-gateway';

export class Builder {
  constructor(folder) {
    this.folder = folder;
  }

  async buildah(...args) {
    const stored = ['--root', join(this.folder, 'store'), '--runroot', join(this.folder, 'run')];
    const { code, stdout, output } = await run('buildah', [...stored, '--storage-driver', 'vfs', ...args], {
      cwd: ROOT,
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
    });
    if (code !== 0) throw new Error(`buildah ${args[0]} failed:\n${output.slice(-8_000)}`);
    return stdout.trim();
  }

  /** The root of a container of the built image, its configuration, and what its size is in bytes. */
  async build() {
    await this.makeBase(await baseArchive());
    const npm = await npmFiles();
    const mounts = npm.flatMap(([from, to, mode]) => ['--volume', `${from}:${to}:${mode}`]);
    await this.buildah('build', '--format', 'docker', '--pull-never', ...mounts, '--tag', IMAGE, '.');
    const container = await this.buildah('from', '--pull-never', IMAGE);
    const { Docker } = JSON.parse(await this.buildah('inspect', '--type', 'image', IMAGE));
    return { root: await this.buildah('mount', container), config: Docker.config };
  }

  async makeBase(archive) {
    const container = await this.buildah('from', 'scratch');
    await this.buildah('add', '--quiet', container, archive, '/');
    await this.buildah('config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
    await this.buildah('commit', '--quiet', '--rm', container, BASE);
  }
}

/** The stand-in as an archive; made once for a machine and a Node.js, because unpacking Debian takes half a minute. */
async function baseArchive() {
  const { stdout: version } = await run(join(ROOT, 'node_modules/node/bin/node'), ['--version']);
  const archive = join(tmpdir(), `cg-tools-image-base-${SUITE}-${version.trim()}.tar`);
  if (await stat(archive).catch(() => null)) return archive;
  print(`Making the stand-in of the base image, ${archive}.`);
  const root = await mkdtemp(join(tmpdir(), 'cg-image-base-'));
  try {
    await succeeds('debootstrap', ['--variant=minbase', SUITE, root, await mirror()]);
    const local = join(root, 'usr/local');
    await cp(join(ROOT, 'node_modules/node/bin/node'), join(local, 'bin/node'));
    const { stdout: packages } = await run('npm', ['root', '--global']);
    await mkdir(join(local, 'lib/node_modules'), { recursive: true });
    await cp(join(packages.trim(), 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    // npm's own configuration: what this machine has fetched before is as good as what a registry would say now.
    await writeFile(join(local, 'lib/node_modules/npm/npmrc'), 'prefer-offline=true\n');
    await succeeds('tar', ['--directory', root, '--create', '--file', `${archive}.part`, '.']);
    await rename(`${archive}.part`, archive);
    return archive;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function succeeds(program, args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Error(`${program} failed:\n${output.slice(-4_000)}`);
}

/** Where this machine's packages come from, which is where those of the stand-in come from, too. */
async function mirror() {
  const format = ['indextargets', '--format', '$(REPO_URI) $(RELEASE)'];
  const { stdout } = await run('apt-get', format);
  const line = stdout.split('\n').find((each) => each.endsWith(` ${SUITE}`));
  if (line === undefined) throw new Error(`apt knows no source of ${SUITE}`);
  return line.split(' ')[0];
}

/** What npm reads and keeps on this machine, for the npm inside: settings of the registry, and what it has fetched. */
async function npmFiles() {
  const setting = async (name) =>
    (await run('npm', ['config', 'get', name, '--loglevel=silent'])).stdout.trim();
  const wanted = [
    [await setting('cache'), '/root/.npm', 'rw'],
    [await setting('userconfig'), '/root/.npmrc', 'ro'],
    [await setting('globalconfig'), '/usr/local/etc/npmrc', 'ro'],
  ];
  const there = await Promise.all(wanted.map(([path]) => stat(path).catch(() => null)));
  return wanted.filter((_, at) => there[at] !== null);
}
