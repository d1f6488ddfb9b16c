import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerUnreachable } from '../../../client/src/failure.js';
import { createCliAuthSession, getUser, pollCliAuthSession } from '../../../client/src/operations.js';
import { checked, storeApiKey } from '../keys/api-key.js';
import type { Arguments } from '../terminal/line.js';
import { CommandFailure } from '../terminal/failure.js';
import { note } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import type { Session } from '../server/session.js';
import { standardInput } from '../terminal/standard-input.js';

const POLL_MS = 2_000;
const POLLS = 150;

/** By a key that is given, by one on standard input, or by a person in the browser (07 B11, B13). */
export async function login(session: Session, { flags }: Arguments): Promise<object> {
  const key = checked((await keyTyped(flags['api-key'])) ?? (await confirmedInBrowser(session)));
  // Before it is stored: a key that opens nothing would hide the one that did.
  const identity = await identityOf(session, key);
  await storeApiKey(key);
  return { status: 'ok', ...identity };
}

/** Whom a key belongs to; without one, that of this machine. */
export async function identityOf(
  session: Session,
  key?: string,
): Promise<{ email: string; name: string | null }> {
  const { email, name } = await session.ask(getUser, {}, key);
  session.insist(typeof email === 'string');
  return { email, name };
}

/** Undefined where a person is to be asked, which is only where one could be (07 B11). */
async function keyTyped(flag: string | boolean | undefined): Promise<string | undefined> {
  if (typeof flag === 'string' && flag !== '-') return flag;
  if (flag === undefined && process.stdin.isTTY && process.stderr.isTTY && !isJob()) return undefined;
  const [first = ''] =
    process.stdin.isTTY && flag === undefined ? [] : (await standardInput('API key')).split('\n');
  if (first.trim() !== '') return first.trim();
  throw new CommandFailure(
    'Standard input has no API key, and there is no terminal for a login.',
    'AUTH_REQUIRED',
    'cgw auth login < key-file',
  );
}

/** Runners of CI set it, some of them with a terminal. */
function isJob(): boolean {
  return !['', '0', 'false'].includes(process.env['CI'] ?? '');
}

async function confirmedInBrowser(session: Session): Promise<string> {
  const { code, auth_url: page } = await session.askAsNobody(createCliAuthSession, {});
  session.insist(typeof code === 'string' && typeof page === 'string');
  note(`Open this page to connect this machine:\n  ${printable(page)}`);
  open(page);
  for (let poll = 0; poll < POLLS; poll += 1) {
    await pause(POLL_MS);
    const answer = await polled(session, code);
    if (answer?.status === 'ok' && answer.api_key !== undefined) return answer.api_key;
    if (answer?.status === 'expired') break;
  }
  throw new CommandFailure(
    'The login was not confirmed in time: the code has expired.',
    'EXPIRED',
    'cgw auth login',
  );
}

/** A server that is away for a moment is asked again: somebody sits at the page. */
async function polled(session: Session, code: string) {
  try {
    return await session.askAsNobody(pollCliAuthSession, { query: { code } });
  } catch (error) {
    if (error instanceof ServerUnreachable && !(error.cause instanceof CommandFailure)) return undefined;
    throw error;
  }
}

/** As far as there is a desktop; the address is on the terminal anyway. It is the server's: nothing else is opened. */
function open(page: string): void {
  if (!/^https?:\/\//.test(page)) return;
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', page]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', page]
        : ['xdg-open', page];
  spawn(program, args, { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref();
}
