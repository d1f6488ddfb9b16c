import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createCliAuthSession, getUser, pollCliAuthSession } from '../../client/src/generated/operations.js';
import { checked, storeApiKey } from './api-key.js';
import type { Arguments } from './line.js';
import { CommandFailure } from './failure.js';
import { note } from './output.js';
import type { Session } from './session.js';

const POLL_MS = 2_000;
const POLLS = 150;

/** By a key that is given, by one on standard input, or by a person in the browser (07 B11, B13). */
export async function login(session: Session, { flags }: Arguments): Promise<object> {
  const given = typeof flags['api-key'] === 'string' ? flags['api-key'] : keyFromInput();
  const key = checked(given ?? (await confirmedInBrowser(session)));
  // Before it is stored: a key that opens nothing would hide the one that did.
  const { email, name } = await session.ask(getUser, {}, key);
  storeApiKey(key);
  return { status: 'ok', email, name };
}

function keyFromInput(): string | undefined {
  if (process.stdin.isTTY) return undefined;
  const [first = ''] = readFileSync(process.stdin.fd, 'utf8').split('\n');
  return first.trim() === '' ? undefined : first.trim();
}

async function confirmedInBrowser(session: Session): Promise<string> {
  const { code, auth_url: page } = await session.ask(createCliAuthSession, {}, undefined);
  note(`Open this page to connect this machine:\n  ${page}`);
  open(page);
  for (let poll = 0; poll < POLLS; poll += 1) {
    await pause(POLL_MS);
    const answer = await session.ask(pollCliAuthSession, { query: { code } }, undefined);
    if (answer.status === 'ok' && answer.api_key !== undefined) return answer.api_key;
    if (answer.status === 'expired') break;
  }
  throw new CommandFailure('Nobody confirmed in time: the code has expired.', 'EXPIRED', 'cgw auth login');
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
