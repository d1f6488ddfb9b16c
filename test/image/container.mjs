/**
 * Runs programs in the image as an engine does: as the image's user, in its working folder, with its environment and nothing
 * else of this machine's, on a root that is read-only, without privileges to gain. The network is the caller's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'];

/** By their paths: what they start gets the image's PATH. */
const [SETPRIV, UNSHARE] = ['setpriv', 'unshare'].map((name) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim(),
);

export class Container {
  constructor(root, config) {
    this.root = root;
    this.config = config;
    [this.user, this.group] = config.User.split(':');
  }

  /** What every engine puts into a container; `hosts` is the content of /etc/hosts. */
  prepare(folder, hosts) {
    for (const path of ['proc', 'dev']) mkdirSync(join(this.root, path), { recursive: true });
    for (const path of ['etc/hosts', 'etc/resolv.conf']) writeFileSync(join(this.root, path), '');
    writeFileSync(join(this.root, 'etc/hosts'), hosts);
    this.data = join(folder, 'data');
    mkdirSync(this.data);
    chownSync(this.data, Number(this.user), Number(this.group));
    mount('--bind', this.root, this.root);
    mount('-o', 'remount,bind,ro', this.root);
    mount('-t', 'proc', 'proc', join(this.root, 'proc'));
    mount('-t', 'tmpfs', 'tmpfs', join(this.root, 'dev'));
    for (const name of DEVICES) {
      writeFileSync(join(this.root, 'dev', name), '');
      mount('--bind', join('/dev', name), join(this.root, 'dev', name));
    }
    mkdirSync(join(this.root, 'dev/shm'));
    for (const path of ['dev/shm', 'tmp'])
      mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(this.root, path));
    mount('--bind', this.data, join(this.root, 'app/data'));
  }

  start(command, env = {}) {
    const { Env, WorkingDir } = this.config;
    const own = Object.fromEntries(Env.map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
    const [program, ...args] = command;
    const place = ['--root', this.root, '--wd', WorkingDir, '--setuid', this.user, '--setgid', this.group];
    // The image's own PATH is looked through by what starts programs in it.
    const path = program.includes('/') ? program : `${own.PATH}/${program}`;
    const child = spawn(SETPRIV, ['--no-new-privs', '--clear-groups', UNSHARE, ...place, path, ...args], {
      env: { ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said.text += text));
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    return { child, said, ended };
  }

  async run(command, env = {}) {
    const { said, ended } = this.start(command, env);
    return { code: await ended, output: said.text };
  }
}

function mount(...args) {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}
