import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Answer, OwnCommand } from '../command-line/command.js';
import { CommandFailure, misused } from '../terminal/failure.js';
import { home } from '../keys/home.js';
import { keyGiven, RUNNER_TOKEN } from '../keys/keys.js';
import type { Arguments } from '../terminal/line.js';
import { note } from '../terminal/output.js';
import { findProgram } from '../run/child.js';
import type { Session } from '../server/session.js';
import { AgentFolders } from './agents/agent-folders.js';
import { Daemon } from './daemon.js';
import { Journal } from './reports/journal.js';
import { LineHarness } from './harnesses/line-harness.js';
import { RunnerApi } from './reports/runner-api.js';
import { claimFolder } from './state-folder.js';
import { TextHarness } from './harnesses/text-harness.js';

const MAX_TURNS = 100;
const DEFAULT_TURNS = 4;
const GRACE_MS = 25_000;
const TOKEN = /^rnr_[\x21-\x7e]{28,508}$/;

export const runnerCommand: OwnCommand = {
  name: ['runner'],
  about: 'Run hosted agents on this machine: a command for each turn',
  passes: true,
  keys: RUNNER_TOKEN,
  arguments: [
    { name: '--name', about: 'Name of the runner in lists. Default: the name of this machine' },
    { name: '--state', about: 'Directory for the homes of agents and for reports that are not sent yet' },
    { name: '--turns', about: 'Number of concurrent turns. Default: 4' },
    { name: '--lines', about: 'The command reads and writes lines of JSON (docs/runners.md)', alone: true },
    {
      name: '--gateway',
      about: 'host:port of the gateway, if it cannot be reached at the address from the server',
    },
    { name: '<command> [args...]', about: 'The command for each turn, after --', required: true },
  ],
  examples: ['cgw runner -- ./answer.sh', 'cgw runner --lines --turns 8 -- node harness.mjs'],
  run,
};

async function run(session: Session, given: Arguments): Promise<Answer> {
  const { flags } = given;
  const [program, ...args] = given.words;
  if (program === undefined) throw misused('There is no command to run.', ['runner']);
  const path = findProgram(program);
  if (path === undefined) throw new CommandFailure(`${program} is not on your PATH.`);
  const token = (await keyGiven(RUNNER_TOKEN)) ?? '';
  if (!TOKEN.test(token))
    throw new CommandFailure(
      'RUNNER_TOKEN is not a runner token: those tokens start with rnr_.',
      'AUTH_REQUIRED',
      'credential-gateway runner-token create <name>, where the server runs',
    );
  const lines = flags['lines'] === true;
  const folder = resolve(typeof flags['state'] === 'string' ? flags['state'] : home('runner'));
  const release = claimFolder(folder);
  const api = new RunnerApi(session.origin, token);
  const gateway = session.setting('gateway');
  const daemon = new Daemon(
    api,
    new Journal(join(folder, 'turns')),
    new AgentFolders(join(folder, 'agents')),
    {
      name: typeof flags['name'] === 'string' ? flags['name'] : hostname(),
      turns: turnsOf(flags['turns']),
      steer: lines,
      graceMs: GRACE_MS,
    },
    {
      api,
      origin: session.origin,
      ...(gateway !== undefined && { gateway }),
      command: [resolve(path), ...args],
      harness: () => (lines ? new LineHarness() : new TextHarness()),
    },
  );
  const end = (): void => {
    note('Stopping: the runner accepts no more turns.');
    daemon.end();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end);
  try {
    await daemon.work();
  } finally {
    api.close();
    release();
  }
  return { status: 0 };
}

function turnsOf(given: string | boolean | undefined): number {
  if (given === undefined) return DEFAULT_TURNS;
  const turns = Number(given);
  if (Number.isSafeInteger(turns) && turns >= 1 && turns <= MAX_TURNS) return turns;
  throw misused(`--turns must be a number from 1 to ${MAX_TURNS}.`, ['runner']);
}
