/**
 * Resolves when the function given to `arm` is called, after the time, or when the signal aborts, whichever comes
 * first; never rejects, and leaves no timer and no listener behind.
 */
export function boundedWait(
  milliseconds: number,
  signal: AbortSignal | undefined,
  arm: (wake: () => void) => void,
): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
    arm(done);
  });
}
