/**
 * A command that speaks in lines of JSON with `cgw runner --lines`. What it does is the first word of the message; the rest
 * are its arguments. A file `go` in the folder of the second word lets it go on.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const TOLD = 'told.json';
const TOOL = { callId: 'c1', name: 'work' };
const heard = [];
let wake = () => undefined;

createInterface({ input: process.stdin }).on('line', (line) => {
  heard.push(JSON.parse(line));
  wake();
});

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

async function hear(type) {
  for (;;) {
    const at = heard.findIndex((message) => message.type === type);
    if (at >= 0) return heard.splice(at, 1)[0];
    await new Promise((resolve) => (wake = resolve));
  }
}

async function allowed(folder) {
  while (!existsSync(join(folder, 'go'))) await pause(10);
}

async function begun(folder) {
  say({ type: 'tool.started', ...TOOL, input: { folder } });
  await hear('acknowledged');
  appendFileSync(join(folder, 'ran'), '.');
}

const turn = await hear('turn');
const [what, folder] = turn.message.split(' ');
const actions = {
  async hello() {
    say({ type: 'thinking.delta', text: 'Hm.' });
    say({ type: 'text.delta', text: 'Hello, ' });
    say({ type: 'text.delta', text: turn.sessionRef ?? 'stranger' });
    say({ type: 'session', ref: 'an old friend' });
    say({ type: 'usage', inputTokens: 7, outputTokens: 3 });
  },
  async told() {
    // Into its home: what an agent says of its own token is stored without it (R44).
    writeFileSync(TOLD, JSON.stringify({ turn, env: process.env, cwd: process.cwd() }));
    say({ type: 'text', text: process.env.HTTPS_PROXY });
  },
  async files() {
    say({ type: 'text', text: turn.attachments.map(({ path }) => readFileSync(path, 'utf8')).join('|') });
  },
  async tool() {
    await begun(folder);
    say({ type: 'tool.finished', ...TOOL, output: 'x'.repeat(20_000) });
    say({ type: 'text', text: 'Used it.' });
  },
  /** Until it is let go, with a program of its own beside it. */
  async wait() {
    const beside = spawn('sleep', ['600'], { stdio: 'ignore' });
    await begun(folder);
    writeFileSync(join(folder, 'pids'), `${process.pid} ${beside.pid}`);
    say({ type: 'text.delta', text: 'Partly.' });
    await allowed(folder);
    say({ type: 'tool.finished', ...TOOL, output: 'ok' });
    say({ type: 'text', text: 'All of it.' });
    beside.unref();
  },
  /** Says nothing the first time, and answers the second. */
  async quiet() {
    appendFileSync(join(folder, 'ran'), '.');
    if (readFileSync(join(folder, 'ran'), 'utf8') === '.') await allowed(folder);
    say({ type: 'text', text: 'At last.' });
  },
  async steered() {
    await begun(folder);
    const { turnId, message } = await hear('steer');
    say({ type: 'joined', turnId });
    say({ type: 'text', text: `And also: ${message}` });
  },
  async platform() {
    say({
      type: 'tool.call',
      callId: 'p1',
      tool: 'memory_save',
      args: { key: 'notes', content: 'From a tool' },
    });
    const { ok, result } = await hear('tool.result');
    mkdirSync('memories', { recursive: true });
    writeFileSync('memories/by-hand.md', '---\ntitle: "By hand"\n---\n\nFrom a file\n');
    say({ type: 'text', text: JSON.stringify({ ok, key: result?.key }) });
  },
  async read() {
    say({ type: 'text', text: readFileSync(folder, 'utf8') });
  },
  async failed() {
    say({ type: 'text.delta', text: 'I tried.' });
    say({ type: 'failed', error: 'No credit.', code: 'model_provider_error' });
  },
  async nonsense() {
    process.stdout.write('no JSON\n[]\n{"type":"turn.done"}\n');
    say({ type: 'notice', level: 'info', text: 'n'.repeat(20_000) });
    say({ type: 'text', text: 'a'.repeat(150_000) });
  },
};
await actions[what]();
// Not `exit`: what was written last would be lost.
process.stdin.destroy();
