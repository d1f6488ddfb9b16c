import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { forAgents } from '../../run/environment.js';
import { InvalidManifest, manifestOf, type Manifest } from './manifest.js';
import { NotStartable } from './not-startable.js';
import { startOf } from './start.js';

const PATIENCE_MS = 10_000;
const MAX_BYTES = 1024 ** 2;
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Asks the program itself, which knows none of this person's credentials then (07 B3). */
export async function askedManifest(path: string, name: string): Promise<Manifest> {
  const output = await manifestOutput(path);
  let said: unknown;
  try {
    said = JSON.parse(output.toString('utf8'));
  } catch {
    throw new InvalidManifest('its manifest is not JSON');
  }
  return manifestOf(said, name);
}

function manifestOutput(path: string): Promise<Buffer> {
  const { file, args, ...options } = startOf(path, ['manifest']);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let settled = false;
    const settle = (result: () => void): void => {
      // Its group may have another's number later.
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      for (const signal of ENDING) process.off(signal, interrupted);
      endGroup(child);
      child.stdout.destroy();
      result();
    };
    const refuse = (why: string): void => settle(() => reject(new InvalidManifest(why)));
    const interrupted = (signal: NodeJS.Signals): void =>
      settle(() => {
        process.kill(process.pid, signal);
      });
    for (const signal of ENDING) process.on(signal, interrupted);
    // In a group of its own, so that what it starts can be ended with it.
    const child = spawn(file, args, {
      ...options,
      env: forAgents(process.env),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: process.platform !== 'win32',
    });
    const timer = setTimeout(() => refuse('its manifest took more than 10 seconds'), PATIENCE_MS);
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > MAX_BYTES) return refuse('its manifest is larger than 1 MiB');
      pieces.push(piece);
    });
    child.once('error', ({ message }) =>
      settle(() => reject(new NotStartable(`${path} could not be started: ${message}`))),
    );
    child.once('close', (code, signal) => {
      if (code !== 0) return refuse(`the manifest command ended with ${signal ?? `status ${code}`}`);
      settle(() => resolve(Buffer.concat(pieces)));
    });
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
