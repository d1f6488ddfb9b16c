import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { createHash } from 'node:crypto';
import { CommandFailure } from '../failure.js';
import { PROXY_VARIABLES } from '../run/container-config.js';
import { localProxy } from '../run/environment.js';
import type { RunnerApi } from './runner-api.js';
import { isId, type TurnRun } from './work.js';

interface HomeFile {
  readonly path: string;
  readonly content: string;
}

/** What was written last. */
interface KnownHome {
  readonly etag: string;
  readonly generation: number;
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * What one agent has on this machine: a home that stays between turns, and beside it the files that programs expect at
 * places of a container, which are nowhere else to be written.
 */
export class AgentFolder {
  readonly home: string;
  private readonly files: string;
  private readonly state: string;

  constructor(
    private readonly root: string,
    readonly agentId: string,
  ) {
    this.home = join(root, 'home');
    this.files = join(root, 'files');
    this.state = join(root, 'home.json');
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
  }

  remove(): void {
    // Whoever worked there may be writing with its last breath.
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The variables that the server gives, with its paths where they are here. */
  environmentOf(
    { env, files }: TurnRun['agent'],
    around: { origin: string; gateway?: string },
  ): Record<string, string> {
    rmSync(this.files, { recursive: true, force: true });
    for (const { path, content } of files) put(this.files, path.replace(/^\/+/, ''), content);
    const places = files.map(({ path }) => path);
    const here = (value: string): string =>
      places.some((place) => place === value || place.startsWith(`${value}/`))
        ? join(this.files, value)
        : value;
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        PROXY_VARIABLES.includes(name) ? localProxy(value, around) : here(value),
      ]),
    );
  }

  /** Skills, memories and brief as files (04 §5.3, §4.6), where they changed since they were last written. */
  async sync(api: RunnerApi, computeRef: string): Promise<void> {
    const known = this.known();
    const answer = await api.call('GET', `agents/${this.agentId}/home`, undefined, {
      headers: { ...(known !== null && { 'if-none-match': known.etag }) },
    });
    const { files, generation } = answer.body as { files?: unknown; generation?: unknown };
    if (answer.status === 304 && known !== null) return this.applied(api, known.generation, computeRef);
    if (answer.status !== 200 || !Array.isArray(files) || typeof generation !== 'number') return;
    const given = files as HomeFile[];
    for (const path of Object.keys(known?.hashes ?? {}))
      if (!given.some((file) => file.path === path)) rmSync(inside(this.home, path), { force: true });
    for (const { path, content } of given) put(this.home, path, content);
    const etag = String(answer.headers.etag ?? '');
    const hashes = Object.fromEntries(given.map(({ path, content }) => [path, hashOf(content)]));
    const state: KnownHome = { etag, generation, hashes };
    writeFileSync(this.state, JSON.stringify(state), { mode: 0o600 });
    await this.applied(api, generation, computeRef);
  }

  private async applied(api: RunnerApi, generation: number, computeRef: string): Promise<void> {
    await api.call('POST', `agents/${this.agentId}/home/applied`, { generation, computeRef });
  }

  async receive(api: RunnerApi, attachments: TurnRun['attachments']): Promise<void> {
    for (const { id, path, sizeBytes, sha256 } of attachments) {
      const file = inside(this.home, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      rmSync(file, { force: true });
      if (!isId(id) || !(await api.download(`attachments/${id}`, file, { sizeBytes, sha256 })))
        throw new Error(`The file ${path} could not be fetched.`);
    }
  }

  /** Memories that the agent wrote or changed as files. */
  changedMemories(): { key: string; text: string }[] {
    const folder = join(this.home, 'memories');
    if (!existsSync(folder)) return [];
    const hashes = this.known()?.hashes ?? {};
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const [, key] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(entry.name) ?? [];
      if (key === undefined || !entry.isFile()) return [];
      const text = readFileSync(join(folder, entry.name), 'utf8');
      return hashes[`memories/${entry.name}`] === hashOf(text) ? [] : [{ key, text }];
    });
  }

  private known(): KnownHome | null {
    try {
      return JSON.parse(readFileSync(this.state, 'utf8')) as KnownHome;
    } catch {
      return null;
    }
  }
}

/** Written anew: a link that lies there is not followed. */
function put(root: string, path: string, content: string): void {
  const file = inside(root, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
}

function inside(root: string, path: string): string {
  const file = resolve(root, path);
  if (file.startsWith(root + sep)) return file;
  throw new CommandFailure(`The server names a file outside of the agent's home: ${JSON.stringify(path)}.`);
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
