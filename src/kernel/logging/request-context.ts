import { AsyncLocalStorage } from 'node:async_hooks';

/** The request a piece of work belongs to, so that every log line written meanwhile carries its id. */
const requestIds = new AsyncLocalStorage<string>();

export function withRequestId<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work);
}

export function currentRequestId(): string | undefined {
  return requestIds.getStore();
}

const traceIds = new AsyncLocalStorage<string | undefined>();

/** From here on, in whatever the running piece of work goes on to do; undefined for a request that is not traced. */
export function enterTrace(traceId: string | undefined): void {
  traceIds.enterWith(traceId);
}

export function currentTraceId(): string | undefined {
  return traceIds.getStore();
}
