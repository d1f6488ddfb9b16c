import process from 'node:process';
import { CommandFailure } from '../terminal/failure.js';
import { told, type Told } from '../terminal/program.js';
import { whileWaiting } from '../terminal/progress.js';

/** The operating system's own store of passwords. It is asked by its program, and where none answers there is none. */
export interface Keyring {
  read(account: string): Promise<string | undefined>;
  write(account: string, value: string): Promise<boolean>;
  remove(account: string): Promise<boolean>;
}

const SERVICE = 'credential-gateway';
/** One that wants to be unlocked asks a person; where nobody sits, nobody answers. */
const PATIENCE_MS = { withPerson: 60_000, alone: 5_000 };

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

/** One that does not answer in time ends the command: without the key it would only say "log in". */
async function found(program: string, args: readonly string[]): Promise<string | undefined> {
  const { status, stdout, late } = await asked(program, args);
  if (late)
    throw new CommandFailure(
      `The system keyring (${program}) did not answer in time.`,
      'ERROR',
      'unlock it, or set CREDENTIAL_GATEWAY_KEYRING=off and log in again',
    );
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

async function succeeds(program: string, args: readonly string[], input = ''): Promise<boolean> {
  return (await asked(program, args, input)).status === 0;
}

async function asked(program: string, args: readonly string[], input = ''): Promise<Told> {
  const patienceMs = process.stderr.isTTY ? PATIENCE_MS.withPerson : PATIENCE_MS.alone;
  return whileWaiting('Waiting for the system keyring', () => told(program, args, { patienceMs, input }));
}
