/** Stops the PostgreSQL that the set-up started; nothing of the run stays on disk. */
export default async function globalTeardown() {
  await globalThis.stopTestCluster?.();
}
