import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../server/free-port.js';

/** The `redis-server` installed here, or null: tests that need one are skipped then. */
export function installedRedis(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path)) ?? null;
}

/** A real Redis on loopback that keeps nothing on disk. */
export interface RedisServer {
  port: number;
  pid: number;
  /** What a server is told to use it: plain text and its password. */
  settings: Record<string, string>;
  /** A command from outside, to look behind the server. */
  command(name: string, ...args: string[]): Promise<unknown>;
  /** No goodbye. */
  kill(): Promise<void>;
  /** After `kill`: empty, on the same port. */
  startAgain(): Promise<void>;
  /** It accepts connections and says nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export interface RedisFiles {
  cert: string;
  key: string;
}

/** `tls`: paths of a certificate and its key; the port then speaks TLS only. */
export async function startRedis(
  program: string,
  { password, tls, options = [] }: { password?: string; tls?: RedisFiles; options?: string[] } = {},
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cg-redis-'));
  const port = await freePort();
  const ports = tls
    ? ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no']
    : ['--port', String(port)];
  const files = tls ? ['--tls-cert-file', tls.cert, '--tls-key-file', tls.key] : [];
  const secret = password === undefined ? [] : ['--requirepass', password];
  const fixed = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  let child: ChildProcess;
  let outside: Redis;
  const start = async (): Promise<void> => {
    child = spawn(program, [...fixed, ...ports, ...files, ...secret, ...options], { stdio: 'ignore' });
    outside = new Redis({
      host: '127.0.0.1',
      port,
      ...(password !== undefined && { password }),
      ...(tls && { tls: { rejectUnauthorized: false } }),
      retryStrategy: () => 20,
      maxRetriesPerRequest: 500,
    });
    outside.on('error', () => undefined);
    await outside.ping();
  };
  const kill = async (): Promise<void> => {
    outside.disconnect();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    port,
    get pid() {
      return child.pid!;
    },
    settings: {
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: String(port),
      REDIS_TLS: tls ? 'true' : 'false',
      ...(password !== undefined && { REDIS_PASSWORD: password }),
    },
    command: (name, ...args) => outside.call(name, ...args),
    kill,
    startAgain: start,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
