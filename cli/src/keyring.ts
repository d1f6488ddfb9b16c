import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** The operating system's own store of passwords. It is asked by its program, and where none answers there is none. */
export interface Keyring {
  read(account: string): string | undefined;
  write(account: string, value: string): boolean;
  remove(account: string): boolean;
}

const SERVICE = 'credential-gateway';
/** A keyring that wants to be unlocked asks a person. */
const PATIENCE_MS = 60_000;

export function keyring(): Keyring | undefined {
  if (process.env['CREDENTIAL_GATEWAY_KEYRING'] === 'off') return undefined;
  if (process.platform === 'darwin') return macOs;
  // Without a session bus nobody would answer, and the program would wait for it.
  if (process.platform === 'linux' && process.env['DBUS_SESSION_BUS_ADDRESS']) return secretService;
  return undefined;
}

const secretService: Keyring = {
  read: (account) => answer('secret-tool', ['lookup', 'service', SERVICE, 'account', account]),
  write: (account, value) =>
    succeeds(
      'secret-tool',
      ['store', '--label', 'Credential Gateway', 'service', SERVICE, 'account', account],
      value,
    ),
  remove: (account) => succeeds('secret-tool', ['clear', 'service', SERVICE, 'account', account]),
};

const macOs: Keyring = {
  read: (account) => answer('security', ['find-generic-password', '-s', SERVICE, '-a', account, '-w']),
  // By standard input: arguments are visible to everybody on the machine.
  write: (account, value) =>
    succeeds('security', ['-i'], `add-generic-password -U -s ${SERVICE} -a ${account} -w ${value}\n`),
  remove: (account) => succeeds('security', ['delete-generic-password', '-s', SERVICE, '-a', account]),
};

function answer(program: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    stdio: 'pipe',
  });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

function succeeds(program: string, args: readonly string[], input = ''): boolean {
  return spawnSync(program, args, { input, timeout: PATIENCE_MS, stdio: 'pipe' }).status === 0;
}
