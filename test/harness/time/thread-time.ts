/**
 * The time this thread has had of a processor, in milliseconds: unlike the clock it stands still while other processes
 * have the cores, so that a bound on it tells what is linear from what is not.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** How much of it something took. */
export async function threadTime(work: () => Promise<unknown>): Promise<number> {
  const before = threadMs();
  await work();
  return threadMs() - before;
}
