import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { PROXY_VARIABLES } from '../../run/container-config.js';
import { localProxy } from '../../run/environment.js';
import { componentsOf, HomeFolder } from './home-folder.js';
import type { RunnerApi } from '../reports/runner-api.js';
import { isId, type TurnRun } from '../reports/work.js';

const HOME = 'home';
const FILES = 'files';
const STATE = 'home.json';
const MEMORIES = 'memories';
const MEMORY = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/;
/** Several times what a memory may hold; the server says what is too long. */
const MAX_MEMORY_BYTES = 1_048_576;
const MAX_STATE_BYTES = 16_777_216;

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

  constructor(
    private readonly root: string,
    readonly agentId: string,
  ) {
    this.home = join(root, HOME);
    this.files = join(root, FILES);
    this.inRoot((folder) => folder.within([HOME], () => undefined, true));
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
    this.inRoot((root) => {
      root.remove(FILES);
      for (const { path, content } of files) put(root, FILES, path, content);
    });
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
    const gone = Object.keys(known?.hashes ?? {}).filter((path) => !given.some((file) => file.path === path));
    this.inRoot((root) => {
      for (const path of gone) drop(root, path);
      for (const { path, content } of given) put(root, HOME, path, content);
    });
    const etag = String(answer.headers.etag ?? '');
    const hashes = Object.fromEntries(given.map(({ path, content }) => [path, hashOf(content)]));
    const state: KnownHome = { etag, generation, hashes };
    this.inRoot((root) => root.write(STATE, JSON.stringify(state)));
    await this.applied(api, generation, computeRef);
  }

  private async applied(api: RunnerApi, generation: number, computeRef: string): Promise<void> {
    await api.call('POST', `agents/${this.agentId}/home/applied`, { generation, computeRef });
  }

  async receive(api: RunnerApi, attachments: TurnRun['attachments']): Promise<void> {
    for (const { id, path, sizeBytes, sha256 } of attachments) {
      const { folders, name } = componentsOf(path);
      const file = isId(id)
        ? this.inRoot((root) => root.within([HOME, ...folders], (folder) => folder.create(name), true))
        : null;
      if (file === null || !(await api.download(`attachments/${id}`, file, { sizeBytes, sha256 })))
        throw new Error(`The file ${path} could not be fetched.`);
    }
  }

  /** Memories that the agent wrote or changed as files. */
  changedMemories(): { key: string; text: string }[] {
    const hashes = this.known()?.hashes ?? {};
    const found = this.inRoot((root) =>
      root.within([HOME, MEMORIES], (folder) =>
        folder.names().flatMap((name) => {
          const [, key] = MEMORY.exec(name) ?? [];
          const text = key === undefined ? null : folder.read(name, MAX_MEMORY_BYTES);
          if (key === undefined || text === null) return [];
          return hashes[`${MEMORIES}/${name}`] === hashOf(text) ? [] : [{ key, text }];
        }),
      ),
    );
    return found ?? [];
  }

  /** Where everything of the agent is reached from; its folder is the runner's own. */
  private inRoot<T>(work: (root: HomeFolder) => T): T {
    const root = HomeFolder.open(this.root);
    try {
      return work(root);
    } finally {
      root.close();
    }
  }

  private known(): KnownHome | null {
    try {
      return JSON.parse(this.inRoot((root) => root.read(STATE, MAX_STATE_BYTES)) ?? '') as KnownHome;
    } catch {
      return null;
    }
  }
}

/** Folders and links that are in the way are replaced. */
function put(root: HomeFolder, within: string, path: string, content: string): void {
  const { folders, name } = componentsOf(path);
  root.within([within, ...folders], (folder) => folder.write(name, content), true);
}

/** One that lies behind a link is not the server's any more. */
function drop(root: HomeFolder, path: string): void {
  const { folders, name } = componentsOf(path);
  root.within([HOME, ...folders], (folder) => folder.remove(name));
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
