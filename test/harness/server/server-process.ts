import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built server as an operator runs it: a process of its own that can be killed. A role it lacks has no address. */
export interface ServerProcess {
  apiUrl: string;
  gatewayUrl: string;
  startedInMs: number;
  pid: number;
  /** Everything it has written to stdout and stderr so far. */
  output(): string;
  /** No goodbye: what a power failure leaves of the process. */
  kill(): Promise<void>;
  /** SIGTERM unless told otherwise; resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const OWN_BUILD = join(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 60_000;

/** Starts it on free ports with embedded PostgreSQL in `dataDir` and waits until it is ready; `build` may be another release. */
export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
  build = OWN_BUILD,
): Promise<ServerProcess> {
  const begun = performance.now();
  const { child, output } = spawnServer(dataDir, env, build);
  const { apiUrl, gatewayUrl } = await announced(child, output, env);
  return {
    apiUrl,
    gatewayUrl,
    startedInMs: performance.now() - begun,
    pid: child.pid!,
    output,
    kill: async () => void (await ended(child, 'SIGKILL')),
    stop: (signal = 'SIGTERM') => ended(child, signal),
  };
}

/** How a start that never became ready ended; `code` is null where a signal killed it. */
export interface FailedStart {
  code: number | null;
  output: string;
}

/** Starts it and sends the signal as soon as `moment` has come, which is before it is ready; answers how it ended. */
export async function interruptStart(
  dataDir: string,
  signal: NodeJS.Signals,
  moment: () => Promise<boolean>,
  env: Record<string, string> = {},
): Promise<FailedStart> {
  const { child, output } = spawnServer(dataDir, env, OWN_BUILD);
  while (!(await moment()) && child.exitCode === null) await sleep(5);
  const code = await ended(child, signal);
  return { code, output: output() };
}

/** Starts it and waits until it ends by itself; what goes on for longer than a start may take is killed. */
export async function failedStart(dataDir: string, env: Record<string, string> = {}): Promise<FailedStart> {
  const { child, output } = spawnServer(dataDir, env, OWN_BUILD);
  const limit = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(limit);
  return { code, output: output() };
}

function spawnServer(dataDir: string, env: Record<string, string>, build: string) {
  const program = join(build, 'dist', 'src', 'start.js');
  if (!existsSync(program)) throw new Error('The server is not built: run `npm run build` (npm test does)');
  const child = spawn(process.execPath, [program], {
    cwd: build,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE,
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      PORT: '0',
      GATEWAY_PORT: '0',
      GATEWAY_BIND: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

/** The addresses it was given, or prints once its ports are open, after it answers ready there. */
async function announced(
  child: ChildProcess,
  output: () => string,
  { NODE_ENV, SERVER_ROLES: roles = 'api,gateway', PORT, GATEWAY_PORT }: Record<string, string>,
): Promise<{ apiUrl: string; gatewayUrl: string }> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const addressOf = (role: string, port: string | undefined, line: RegExp): string | undefined => {
    if (!roles.includes(role)) return '';
    // In production it writes nothing but its log.
    return NODE_ENV === 'production' ? `http://127.0.0.1:${port}` : line.exec(output())?.[1];
  };
  while (Date.now() < deadline && child.exitCode === null) {
    const apiUrl = addressOf('api', PORT, /Management API +(http\S+)/);
    const gatewayUrl = addressOf('gateway', GATEWAY_PORT, /Gateway +(http\S+)/);
    // A port that speaks TLS is announced when it is open; its certificate is the test's own.
    const asked = apiUrl || gatewayUrl;
    if (
      apiUrl !== undefined &&
      gatewayUrl !== undefined &&
      (asked!.startsWith('https:') || (await isReady(asked!)))
    )
      return { apiUrl, gatewayUrl };
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${output()}`);
}

function isReady(apiUrl: string): Promise<boolean> {
  return fetch(`${apiUrl}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
