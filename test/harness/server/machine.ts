import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A stand-in for a program: what it was called with, and what it read. */
export interface ProgramCall {
  program: string;
  args: string[];
  input: string;
}

export interface Run {
  /** Everything the script has said so far, both streams. */
  output: () => string;
  /** The exit status. */
  ended: Promise<number>;
}

/**
 * A machine on which somebody pipes a script into `sh`: a home of its own, the system's tools, and stand-ins for what
 * a script installs and starts, which note their calls.
 */
export interface Machine {
  readonly home: string;
  /** Adds a program; `body` is more shell, after the call was noted. */
  provide(program: string, body?: string): Promise<void>;
  run(script: string, env?: Record<string, string>): Run;
  /** As a person does, at a terminal that shows what it says. */
  runAtTerminal(script: string, env?: Record<string, string>): Run;
  calls(): Promise<ProgramCall[]>;
  close(): Promise<void>;
}

/** Where the tools of every system are; programs of the machine this runs on must not be found. */
const SYSTEM_TOOLS = [
  ...['curl', 'sed', 'tr', 'cat', 'chmod', 'sleep', 'sh', 'env'],
  ...['tar', 'gzip', 'mkdir', 'mv', 'rm', 'ln', 'ls'],
];

/** With `node`, that Node.js is on it. */
export async function startMachine({ node }: { node?: string } = {}): Promise<Machine> {
  const home = await mkdtemp(join(tmpdir(), 'cg-machine-'));
  const log = join(home, 'calls');
  const place = async (name: string, text: string): Promise<void> => {
    await writeFile(join(home, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(home, name), 0o755);
  };
  const system = (process.env.PATH ?? '').split(delimiter);
  for (const tool of SYSTEM_TOOLS) {
    await place(tool, `PATH='${system.join(delimiter)}' exec ${tool} "$@"`);
  }
  if (node !== undefined) await place('node', `PATH='${system.join(delimiter)}' exec '${node}' "$@"`);
  const started = (line: readonly [string, ...string[]], env: Record<string, string>, input: string): Run => {
    const child = spawn(line[0], line.slice(1), {
      cwd: home,
      env: { HOME: home, PATH: home, SHELL: '/bin/sh', CALLS: log, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stdin.on('error', () => undefined).end(input);
    return {
      output: () => output.replaceAll('\r\n', '\n'),
      ended: new Promise((resolve) => child.once('close', (status) => resolve(status ?? -1))),
    };
  };
  return {
    home,
    provide: (program, body = '') => place(program, `${NOTE}\nnote ${program} "$@"\n${body}`),
    run: (script, env = {}) => started(['/bin/sh', '-s'], env, script),
    runAtTerminal: (script, env = {}) => {
      // The script comes through a pipe, as from curl; the errors of the shell that reads it are shown.
      writeFileSync(join(home, 'script'), script);
      const line = ['-qec', "cat '" + join(home, 'script') + "' | /bin/sh -s", '/dev/null'];
      return started(['/usr/bin/script', ...line], env, '');
    },
    calls: async () => {
      const text = await readFile(log, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map(parse);
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}

/** One line a call: program, arguments and input, separated by units and records. */
const NOTE = `note() {
  input=$(cat)
  line=
  for word in "$@" "$input"; do line="$line$word$(printf '\\037')"; done
  printf '%s\\n' "$line" >> "$CALLS"
}`;

function parse(line: string): ProgramCall {
  const words = line.split('\u001f').slice(0, -1);
  return { program: words[0] ?? '', args: words.slice(1, -1), input: words.at(-1) ?? '' };
}
