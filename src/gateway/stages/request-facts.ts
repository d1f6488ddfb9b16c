import { mediaClaims } from '../../domain/bodies/media-claims.js';
import { formDecoded } from '../../domain/bodies/text-readings.js';
import { isLlmHost } from '../../domain/matching/llm-hosts.js';
import { overridesIn } from '../../domain/matching/method-parameters.js';
import { METHOD_OVERRIDE_HEADERS, methodSet } from '../../domain/matching/methods.js';
import {
  COPY_SOURCE_FIELD,
  overridePaths,
  PATH_OVERRIDE_FIELDS,
  PREFIX_FIELD,
  s3Paths,
} from '../../domain/matching/named-paths.js';
import { needsBody, needsMethods } from '../../domain/policy/evaluate.js';
import { type RequestFacts, requestFacts } from '../../domain/policy/facts.js';
import type { InspectedBody } from '../../domain/policy/inspected-body.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { JudgedRequest } from '../exchange.js';
import type { BodyTurns } from './body-turns.js';
import { inspectBody } from './inspect-body.js';
import type { Reader } from './waiting-readers.js';

export interface FactsSettings {
  llmHosts: ReadonlySet<string>;
  /** Prefix of a body that conditions see, in bytes (06 §2). */
  conditionBodyBytes: number;
}

/**
 * What policy judges of this request (02 §9.1). Reads the body only when a rule about the host looks at it, or tells
 * methods apart while the request is a form, which may name one.
 */
export function factsOf(
  request: JudgedRequest,
  access: AgentAccess,
  winnerConnectionId: string | null,
  settings: FactsSettings,
  turns: BodyTurns,
): Promise<RequestFacts> | RequestFacts {
  const judged = (body: InspectedBody | null): RequestFacts => {
    const { host, path, canonicalPath, query, headers } = request;
    return requestFacts({
      host,
      path,
      canonicalPath,
      query,
      overrides: overridesOf(request),
      others: s3Paths(host, path, headers.allSpellings(COPY_SOURCE_FIELD)),
      methods: methodsOf(request, query, needsMethods(access.policy, host) ? body : null),
      winnerConnectionId,
      managed: isManaged(host, access),
      llmHost: isLlmHost(host, settings.llmHosts),
      body,
    });
  };
  if (!bodyIsRead(request, access)) return judged(null);
  return readBody(request, settings.conditionBodyBytes, access.organization.id).then((body) =>
    turns.take(readerOf(access), body, () => judged(body)),
  );
}

/** Who waits for whom while bodies are read. */
export function readerOf({ organization, agent }: AgentAccess): Reader {
  return { organizationId: organization.id, agentId: agent.id };
}

/** A credential of the agent's is about this host (02 §11.4.3). */
export function isManaged(host: string, { granted, connections }: AgentAccess): boolean {
  return granted.covers(host) || connections.covers(host);
}

/** What fields of the request put in place of its path for some servers (R42). */
export function overridesOf({ headers, path }: JudgedRequest): readonly string[] {
  return overridePaths(
    PATH_OVERRIDE_FIELDS.flatMap((name) => headers.allSpellings(name)),
    headers.allSpellings(PREFIX_FIELD),
    path,
  );
}

/** WebSocket upgrades are judged as `GET` (02 §9.1). */
function methodsOf(
  request: JudgedRequest,
  query: string | null,
  body: InspectedBody | null,
): readonly string[] {
  if (request.isWebSocket) return methodSet('GET');
  if (request.method !== 'POST') return methodSet(request.method);
  const named = METHOD_OVERRIDE_HEADERS.flatMap((name) => request.headers.allSpellings(name));
  if (query !== null) named.push(...overridesIn(formDecoded(query).toLowerCase()));
  if (body !== null) named.push(...body.namedMethods);
  return methodSet('POST', named);
}

function bodyIsRead(request: JudgedRequest, { policy }: AgentAccess): boolean {
  const { isWebSocket, body, host } = request;
  if (isWebSocket || !body.present) return false;
  return (
    needsBody(policy, host) || (request.method === 'POST' && needsMethods(policy, host) && isForm(request))
  );
}

/** Frameworks look for a method in these only. */
function isForm({ headers }: JudgedRequest): boolean {
  const { kinds } = mediaClaims(headers.allSpellings('content-type'));
  return kinds.has('form') || kinds.has('multipart');
}

async function readBody(
  { body, headers }: JudgedRequest,
  limit: number,
  organizationId: string,
): Promise<InspectedBody> {
  const prefix = await body.peek(limit);
  return inspectBody(prefix, headers.allSpellings('content-encoding'), limit, {
    contentTypes: headers.allSpellings('content-type'),
    holds: (bytes) => body.holdDerived(bytes),
    organizationId,
  });
}
