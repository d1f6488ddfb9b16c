import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A bare repository with one commit behind git's own smart-HTTP program, for whoever serves HTTP. */
export interface GitServer {
  /** Path of the repository's URL. */
  path: string;
  /** Serves one request; `body` is what the client sent. */
  answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void;
  /** Subjects of the commits on `main`. */
  subjects(): string[];
  remove(): Promise<void>;
}

const HERMETIC = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.test',
};

/** Null when git, or its HTTP program, is not installed. */
export function gitBackend(): string | null {
  const asked = spawnSync('git', ['--exec-path'], { encoding: 'utf8' });
  const program = asked.status === 0 ? join(asked.stdout.trim(), 'git-http-backend') : null;
  return program !== null && existsSync(program) ? program : null;
}

export function git(directory: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: directory, env: HERMETIC, encoding: 'utf8', stdio: 'pipe' });
}

export async function startGitServer(backend: string): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'cg-git-'));
  const work = join(root, 'work');
  const bare = join(root, 'team', 'tool.git');
  git(root, 'init', '--quiet', '--initial-branch=main', work);
  await writeFile(join(work, 'README'), 'cloned through the gateway\n');
  git(work, 'add', 'README');
  git(work, 'commit', '--quiet', '--message', 'first');
  git(root, 'clone', '--quiet', '--bare', work, bare);
  git(bare, 'config', 'http.receivepack', 'true');
  return {
    path: '/team/tool.git',
    answer: (request, response, body) => runCgi(backend, root, request, response, body),
    subjects: () => git(bare, 'log', '--format=%s', 'main').trim().split('\n'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** RFC 3875 as far as git-http-backend needs it. */
function runCgi(
  backend: string,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const [path, query = ''] = (request.url ?? '').split('?');
  const program = spawn(backend, {
    env: {
      ...HERMETIC,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      REMOTE_USER: 'agent',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  program.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  program.on('close', () => sendCgi(response, Buffer.concat(chunks)));
  program.stdin.on('error', () => undefined);
  program.stdin.end(body);
}

function sendCgi(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf('\r\n\r\n');
  for (const line of output.subarray(0, end).toString().split('\r\n')) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(output.subarray(end + 4));
}
