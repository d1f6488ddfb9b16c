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

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'src', 'start.js');
const READY_WITHIN_MS = 60_000;

/** Starts it on free ports with embedded PostgreSQL in `dataDir` and waits until it is ready. */
export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const begun = performance.now();
  const { child, output } = spawnServer(dataDir, env);
  const { apiUrl, gatewayUrl } = await announced(child, output, env['SERVER_ROLES'] ?? 'api,gateway');
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

/** Starts it and sends the signal as soon as `moment` has come, which is before it is ready; answers how it ended. */
export async function interruptStart(
  dataDir: string,
  signal: NodeJS.Signals,
  moment: () => Promise<boolean>,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnServer(dataDir, {});
  while (!(await moment()) && child.exitCode === null) await sleep(5);
  const code = await ended(child, signal);
  return { code, output: output() };
}

function spawnServer(dataDir: string, env: Record<string, string>) {
  if (!existsSync(PROGRAM)) throw new Error('The server is not built: run `npm run build` (npm test does)');
  const child = spawn(process.execPath, [PROGRAM], {
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

/** The addresses it prints once its ports are open, after it answers ready there. */
async function announced(
  child: ChildProcess,
  output: () => string,
  roles: string,
): Promise<{ apiUrl: string; gatewayUrl: string }> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const addressOf = (role: string, line: RegExp): string | undefined =>
    roles.includes(role) ? line.exec(output())?.[1] : '';
  while (Date.now() < deadline && child.exitCode === null) {
    const apiUrl = addressOf('api', /Management API +(http\S+)/);
    const gatewayUrl = addressOf('gateway', /Gateway +(http\S+)/);
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
