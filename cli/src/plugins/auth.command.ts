import type { Answer } from '../command-line/command.js';
import { misused } from '../terminal/failure.js';
import type { Arguments } from '../terminal/line.js';
import { signIn } from './credentials/authenticate.js';
import { durationOf } from './duration.js';
import { validManifest } from './manifest/known-manifest.js';
import { pluginThere } from './manifest/plugin-folder.js';
import { pluginNamed } from './manifest/plugin-name.js';

const COMMAND = ['plugin', 'auth'];
const PATIENCE = '15m';

/** Tokens are in none of its answers (07 B4.7). */
export async function authenticated({ flags, words }: Arguments): Promise<Answer> {
  const name = pluginNamed(words[0], COMMAND);
  const behind = ownFlags(words.slice(1));
  const timeout = behind.timeout ?? flags['timeout'] ?? PATIENCE;
  const plugin = pluginThere(name);
  await validManifest(plugin);
  const done = await signIn(plugin, {
    args: behind.rest,
    patienceMs: durationOf(String(timeout), COMMAND),
    json: behind.json || flags['json'] === true,
  });
  if ('status' in done) return done;
  return { document: { status: 'ok', plugin: name, expires_at: done.expiresAt }, hint: false };
}

/** Flags of this command may also stand right behind the name; from the first other word, or from `--`, all is the plugin's. */
function ownFlags(words: readonly string[]): { json: boolean; timeout?: string; rest: readonly string[] } {
  let json = false;
  let timeout: string | undefined;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at]!;
    if (word === '--json') json = true;
    else if (word.startsWith('--timeout=')) timeout = word.slice('--timeout='.length);
    else if (word === '--timeout') {
      timeout = words[(at += 1)];
      if (timeout === undefined) throw misused('--timeout has no value.', COMMAND);
    } else break;
  }
  const rest = words.slice(words[at] === '--' ? at + 1 : at);
  return { json, rest, ...(timeout !== undefined && { timeout }) };
}
