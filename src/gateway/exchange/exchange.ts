import type { Readable } from 'node:stream';
import type { AddressEcho } from '../../domain/decision/injection/request-edits/address-echo.js';
import {
  overridePaths,
  PATH_OVERRIDE_FIELDS,
  PREFIX_FIELD,
} from '../../domain/decision/matching/named-paths.js';
import type { ClientLeg } from './transport/agent-leg.js';
import type { Charge } from './results/charge.js';
import type { HeaderList } from './headers/headers.js';
import type { RequestBody } from './body/request-body.js';
import type { Traffic } from './transport/traffic.js';
import type { Refusal } from './results/refusals.js';

export type { ClientLeg } from './transport/agent-leg.js';
export type { Refusal } from './results/refusals.js';

/** How the agent reached the gateway: inside a CONNECT tunnel, absolute-form, or `/proxy/...` (06 §1.6). */
export type GatewayMode = 'tunnel' | 'absolute' | 'reverse';
export type Scheme = 'http' | 'https';

/** What goes upstream. Stages change it in place; `headers` is flat `[name, value, ...]`. */
export interface OutboundRequest {
  target: string;
  headers: string[];
  /** The connection must not end at the deployment's own API (R31). */
  notHome?: boolean;
  /** A proven question to a model, which may be asked where nothing else may go (04 §11.2.3). */
  modelCall?: boolean;
  /** What the agent gets for the upstream's `Location`; undefined: the same. */
  relocate?: (location: string) => string;
  /** What the agent gets for the body of an answer of 200 that is not coded; undefined: the same. */
  editAnswer?: (body: Buffer) => Buffer;
  /** Hides the credentials of the address wherever the answer repeats them (06 §8.8). */
  echo?: AddressEcho | null;
  /** Where it goes in place of the host the agent named (03 §12.7); rules, logs and answers know that one alone. */
  host?: string;
  signature?: OutboundSignature;
  /** The body was changed so that a stream tells its usage, which the agent did not ask for (R40.1). */
  usageAsked?: boolean;
}

export type OutboundPayload = Readable | Buffer | null;

/** Of a request that is signed when it leaves, each time it does (06 §11.5). */
export interface OutboundSignature {
  /** Writes it into the fields; nothing of the head may change afterwards. */
  sign(exchange: Exchange): void;
  /** The body as the signature says. */
  body(payload: OutboundPayload, exchange: Exchange): OutboundPayload;
}

/** What the stages that decide look at. A request that is only simulated has as much, and no sockets. */
export interface EvaluatedRequest {
  readonly method: string;
  readonly scheme: Scheme;
  /** Normalised (06 §8.1), IPv6 in brackets, no port. */
  readonly host: string;
  readonly port: number;
  /** Path and query byte for byte as the agent sent them; what bodies and logs show. */
  readonly target: string;
  /** `target` without its query. */
  readonly path: string;
  readonly query: string | null;
  /** The one spelling of `path` that rules are also matched on (02 §9.3, R25). */
  readonly canonicalPath: string;
  /** The agent's own header fields; never changed, never forwarded as they are. */
  readonly headers: HeaderList;
  readonly body: Pick<RequestBody, 'present' | 'declaredLength' | 'peek' | 'holdDerived'>;
  readonly isWebSocket: boolean;
  /** Fields added to every answer from now on, forwarded or refused (`x-onecli-connections`). */
  readonly responseHeaders: [name: string, value: string][];
}

/**
 * One agent request on its way through the pipeline of 06 §19. Everything but `outbound` and
 * `responseHeaders` is fixed once it exists.
 */
export interface Exchange extends EvaluatedRequest {
  readonly mode: GatewayMode;
  readonly body: RequestBody;
  readonly agentToken: string;
  /** Of the agent. */
  readonly organizationId: string;
  readonly tokenHash: Buffer;
  /** The field the token came in where it is the upstream's as well; null elsewhere. */
  readonly tokenHeader: string | null;
  readonly outbound: OutboundRequest;
  readonly startedAt: number;
  /** Of the whole process. */
  readonly traffic: Traffic;
  readonly client: ClientLeg;
  /** Aborted when the agent's connection goes away before the answer is complete. */
  readonly gone: AbortSignal;
}

/** What finished: one per decision of an authenticated agent (06 §14.1). */
export interface ExchangeOutcome {
  status: number;
  injectionCount: number;
  latencyMs: number;
  /** From sending the request upstream to the head of its answer; undefined when there was none. */
  upstreamMs?: number | undefined;
  /** The refusal or hint that was answered, null when the upstream's own answer passed. */
  refusal: Refusal | null;
  /** False when the agent went away or the upstream broke off after the head. */
  complete: boolean;
  /** `refusal` ended what had been let through (R29). */
  cut?: boolean;
  /** What the call of a model came to; undefined or null where none is metered (06 §13.4.4). */
  charge?: Charge | null;
}

/** Where an exchange goes, and on whose behalf. */
export function destinationOf(
  exchange: Exchange,
): Pick<Exchange, 'scheme' | 'host' | 'port' | 'agentToken' | 'organizationId'> {
  const { host } = exchange.outbound;
  if (host === undefined) return exchange;
  const { scheme, port, agentToken, organizationId } = exchange;
  return { scheme, host, port, agentToken, organizationId };
}

/** `host` or `host:port`; the port only when it is not the scheme's own (06 §9.6). */
export function authorityOf(scheme: Scheme, host: string, port: number): string {
  return port === defaultPort(scheme) ? host : `${host}:${port}`;
}

export function defaultPort(scheme: Scheme): number {
  return scheme === 'https' ? 443 : 80;
}

/** What fields of the request put in place of its path for some servers (R42). */
export function overridesOf({ headers, path }: EvaluatedRequest): readonly string[] {
  return overridePaths(
    headers.allSpellingsOf(PATH_OVERRIDE_FIELDS),
    headers.allSpellings(PREFIX_FIELD),
    path,
  );
}
