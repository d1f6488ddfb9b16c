/**
 * What each spec file has of a processor, and the processes it has started and awaited: a line of JSON in the file that
 * `PROCESSOR_TIMES` names. Linux only, where the system says what ended processes had.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

const TICKS_PER_SECOND = 100;
const OF_THIS_PROCESS = '/proc/self/stat';

/** Begins to measure; what it answers is called at the end. */
export function measured(path) {
  const file = process.env.PROCESSOR_TIMES;
  if (!file || !existsSync(OF_THIS_PROCESS)) return () => undefined;
  const before = used();
  return () => {
    const after = used();
    const seconds = Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, value - before[name]]),
    );
    appendFileSync(file, `${JSON.stringify({ path, ...seconds })}\n`);
  };
}

function used() {
  const [, , , , , , , , , , , user, system, childUser, childSystem] = readFileSync(OF_THIS_PROCESS, 'utf8')
    .split(') ')[1]
    .split(' ')
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  return { own: user + system, children: childUser + childSystem, wall: performance.now() / 1000 };
}
