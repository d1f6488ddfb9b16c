import { spawn } from 'node:child_process';
import process from 'node:process';
import { CommandFailure } from './failure.js';
import { whileWaiting } from './progress.js';

/** The operating system's own store of passwords. It is asked by its program, and where none answers there is none. */
export interface Keyring {
  read(account: string): Promise<string | undefined>;
  write(account: string, value: string): Promise<boolean>;
  remove(account: string): Promise<boolean>;
}

const SERVICE = 'credential-gateway';
/** One that wants to be unlocked asks a person; where nobody sits, nobody answers. */
const PATIENCE_MS = { withPerson: 60_000, alone: 5_000 };
/** A key is some dozens of octets. */
const MOST_CHARACTERS = 64 * 1024;

export function keyring(): Keyring | undefined {
  if (process.env['CREDENTIAL_GATEWAY_KEYRING'] === 'off') return undefined;
  if (process.platform === 'darwin') return macOs;
  // Without a session bus nobody would answer, and the program would wait for it.
  if (process.platform === 'linux' && process.env['DBUS_SESSION_BUS_ADDRESS']) return secretService;
  return undefined;
}

const secretService: Keyring = {
  read: (account) => found('secret-tool', ['lookup', 'service', SERVICE, 'account', account]),
  write: (account, value) =>
    succeeds(
      'secret-tool',
      ['store', '--label', 'Credential Gateway', 'service', SERVICE, 'account', account],
      value,
    ),
  remove: (account) => succeeds('secret-tool', ['clear', 'service', SERVICE, 'account', account]),
};

const macOs: Keyring = {
  read: (account) => found('security', ['find-generic-password', '-s', SERVICE, '-a', account, '-w']),
  // By standard input: arguments are visible to everybody on the machine.
  write: (account, value) =>
    succeeds('security', ['-i'], `add-generic-password -U -s ${SERVICE} -a ${account} -w ${value}\n`),
  remove: (account) => succeeds('security', ['delete-generic-password', '-s', SERVICE, '-a', account]),
};

interface Told {
  readonly status: number | null;
  readonly output: string;
  readonly late: boolean;
}

/** One that does not answer in time ends the command: without the key it would only say "log in". */
async function found(program: string, args: readonly string[]): Promise<string | undefined> {
  const { status, output, late } = await told(program, args);
  if (late)
    throw new CommandFailure(
      `The system's keyring (${program}) did not answer in time.`,
      'ERROR',
      'unlock it, or set CREDENTIAL_GATEWAY_KEYRING=off and log in again',
    );
  return status === 0 && output.trim() !== '' ? output.trim() : undefined;
}

async function succeeds(program: string, args: readonly string[], input = ''): Promise<boolean> {
  return (await told(program, args, input)).status === 0;
}

async function told(program: string, args: readonly string[], input = ''): Promise<Told> {
  return whileWaiting("Waiting for the system's keyring", async () => {
    return new Promise((resolve) => {
      const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      let output = '';
      const settle = (status: number | null, late = false): void => {
        clearTimeout(timer);
        // What it started may hold the pipes open, and this program with them.
        child.stdin.destroy();
        child.stdout.destroy();
        resolve({ status, output, late });
      };
      const timer = setTimeout(
        () => {
          child.kill('SIGKILL');
          child.unref();
          settle(null, true);
        },
        process.stderr.isTTY ? PATIENCE_MS.withPerson : PATIENCE_MS.alone,
      );
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < MOST_CHARACTERS) output += text;
      });
      child.once('error', () => settle(null));
      child.once('close', (status) => settle(status));
      child.stdin.on('error', () => undefined).end(input);
    });
  });
}
