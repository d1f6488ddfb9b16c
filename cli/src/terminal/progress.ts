import process from 'node:process';

/** Shorter waits need no word. */
const PATIENCE_MS = 1_000;

/** Says on a terminal what is waited for once that takes longer than a second, and takes it back afterwards. */
export async function whileWaiting<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  if (!process.stderr.isTTY) return work();
  let said = false;
  const timer = setTimeout(() => {
    said = true;
    process.stderr.write(`${what} ...`);
  }, PATIENCE_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (said) process.stderr.write('\r\u001b[2K');
  }
}
