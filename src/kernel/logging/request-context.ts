import { AsyncLocalStorage } from 'node:async_hooks';
import { askerAt, OF_THE_SERVER } from '../scheduling/fair-turns.js';

/** The request a piece of work belongs to, so that every log line written meanwhile carries its id. */
interface Work {
  readonly requestId: string | undefined;
  /** In whose turn it takes of what all share (R62). */
  asker: string | null;
  /** Of the client, asked where no organization is known. */
  readonly address: () => string;
}

const works = new AsyncLocalStorage<Work>();

export function withRequest<T>(requestId: string, address: () => string, work: () => T): T {
  return works.run({ requestId, asker: null, address }, work);
}

export function currentRequestId(): string | undefined {
  return works.getStore()?.requestId;
}

/** From here on the request takes its turns with others of this organization. */
export function enterOrganization(organizationId: string): void {
  const work = works.getStore();
  if (work !== undefined) work.asker = organizationId;
}

/** The same for work that belongs to no request of the management origin. */
export function onBehalfOf<T>(organizationId: string, work: () => T): T {
  return works.run({ requestId: currentRequestId(), asker: organizationId, address: noAddress }, work);
}

/** The organization, as long as none is known the address of the client, and the server itself outside of requests. */
export function currentAsker(): string {
  const work = works.getStore();
  if (work === undefined) return OF_THE_SERVER;
  return (work.asker ??= askerAt(work.address()));
}

function noAddress(): string {
  return '';
}

const traceIds = new AsyncLocalStorage<string | undefined>();

/** From here on, in whatever the running piece of work goes on to do; undefined for a request that is not traced. */
export function enterTrace(traceId: string | undefined): void {
  traceIds.enterWith(traceId);
}

export function currentTraceId(): string | undefined {
  return traceIds.getStore();
}
