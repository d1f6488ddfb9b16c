/**
 * The time of this thread's processor that something took, in milliseconds: unlike the clock it does not grow while
 * other processes have the cores, so that a bound on it tells what is linear from what is not.
 */
export async function threadTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
