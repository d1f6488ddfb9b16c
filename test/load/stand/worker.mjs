/**
 * Child processes of the load benches: each is started with plain data, says when it is ready and is told what to
 * do over Node's own IPC. A child ends when its parent does.
 */
import { execFileSync, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** /proc counts in USER_HZ, which Linux fixes at 100 for programs. */
const TICKS_PER_SECOND = 100;

/** Starts `test/load/stand/<name>` and resolves with what it reported when it was ready. */
export async function startWorker(name, settings = {}, nodeArguments = []) {
  const child = fork(new URL(name, import.meta.url), { execArgv: nodeArguments, serialization: 'advanced' });
  const next = () =>
    new Promise((resolve, reject) => {
      const failed = (code) => reject(new Error(`${name} ended with code ${code}`));
      child.once('exit', failed);
      child.once('message', (message) => {
        child.off('exit', failed);
        if (message.fault) reject(new Error(`${name}: ${message.fault}`));
        else resolve(message);
      });
    });
  child.send(settings);
  const ready = await next();
  return {
    ...ready,
    pid: child.pid,
    /** Sends a command and resolves with the answer; `onBegin` is called when its measured part starts. */
    async ask(command, onBegin = () => undefined) {
      child.send(command);
      let answer = await next();
      if (answer.began) {
        onBegin();
        answer = await next();
      }
      return answer;
    },
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', resolve);
        child.kill();
      }),
  };
}

/** In the child: `start` gets the settings and answers what to report; later messages go to `command`. */
export function becomeWorker(start, command = () => ({})) {
  process.once('disconnect', () => process.exit(0));
  const answer = (work) =>
    work.then(
      (result) => process.send(result ?? {}),
      (error) => process.send({ fault: error.stack ?? String(error) }),
    );
  process.once('message', (settings) => {
    process.on('message', (message) => void answer(command(message)));
    void answer(start(settings));
  });
}

/** CPU seconds a process has used so far, or null where /proc does not tell. */
export function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

/**
 * Microseconds all threads of a process have run so far, to the nanosecond: what short rounds need. Null where the
 * system does not tell.
 */
export function cpuMicros(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'));
    return spent.reduce((sum, line) => sum + Number(line.split(' ', 1)[0]), 0) / 1_000;
  } catch {
    return null;
  }
}

/** CPU seconds of a process and its children that are alive, as PostgreSQL is made of them. */
export function cpuSecondsOfFamily(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    return [pid, ...children].reduce((sum, each) => sum + (cpuSeconds(each) ?? 0), 0);
  } catch {
    return null;
  }
}

/** Resident memory of a process in MiB. */
export function residentMegabytes(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
