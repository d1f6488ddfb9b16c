/**
 * Rejects when `answer` takes longer. An answer that has arrived while this process was busy counts: timers run
 * before sockets are read, so one turn of the event loop is allowed on top.
 */
export function withinTime<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => reject(new Error(`No answer within ${milliseconds} ms`)));
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
