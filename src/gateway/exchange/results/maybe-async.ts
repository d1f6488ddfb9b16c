/**
 * For work that mostly has nothing to wait for: a promise, and the turn it takes, would cost more than most steps of a
 * request do.
 */

/**
 * Told by what it can do and not by its class, of which a process may have several: taken for a value, a promise would
 * be an agent that nobody knows.
 */
export function isPromise<Value>(value: Promise<Value> | Value): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Goes on with the value, at once where it is here. */
export function thenSync<Value, Result>(
  value: Promise<Value> | Value,
  goOn: (value: Value) => Promise<Result> | Result,
): Promise<Result> | Result {
  return isPromise(value) ? value.then(goOn) : goOn(value);
}

/** Whatever goes wrong, now or later, becomes what `failed` makes of it. */
export function catchSync<Result>(
  work: () => Promise<Result> | Result,
  failed: (error: unknown) => Result,
): Promise<Result> | Result {
  try {
    const result = work();
    return isPromise(result) ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}
