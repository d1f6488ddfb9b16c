import { mediaClaims } from '../../domain/protocols/bodies/media-claims.js';
import { formDecoded } from '../../domain/protocols/bodies/text-readings.js';
import { isLlmHost } from '../../domain/decision/matching/llm-hosts.js';
import { overridesIn } from '../../domain/decision/matching/method-parameters.js';
import { METHOD_OVERRIDE_HEADERS, methodSet } from '../../domain/decision/matching/methods.js';
import { COPY_SOURCE_FIELD, s3Paths } from '../../domain/decision/matching/named-paths.js';
import { needsBody, needsMethods } from '../../domain/decision/policy/evaluation/evaluate.js';
import { type RequestFacts, requestFacts } from '../../domain/decision/policy/conditions/facts.js';
import type { InspectedBody } from '../../domain/decision/policy/conditions/inspected-body.js';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { EvaluatedRequest } from '../exchange/exchange.js';
import { overridesOf } from '../exchange/path-overrides.js';
import { awsFramingOf, PAYLOAD_FIELD } from '../exchange/body/aws-framing.js';
import type { BodyTurns } from './body-turns.js';
import { inspectBody } from '../exchange/body/inspect-body.js';
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
  request: EvaluatedRequest,
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

/** WebSocket upgrades are judged as `GET` (02 §9.1). */
function methodsOf(
  request: EvaluatedRequest,
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

function bodyIsRead(request: EvaluatedRequest, { policy }: AgentAccess): boolean {
  const { isWebSocket, body, host } = request;
  if (isWebSocket || !body.present) return false;
  return (
    needsBody(policy, host) || (request.method === 'POST' && needsMethods(policy, host) && isForm(request))
  );
}

/** Frameworks look for a method in these only. */
function isForm({ headers }: EvaluatedRequest): boolean {
  const { kinds } = mediaClaims(headers.allSpellings('content-type'));
  return kinds.has('form') || kinds.has('multipart');
}

async function readBody(
  { body, headers, host }: EvaluatedRequest,
  limit: number,
  organizationId: string,
): Promise<InspectedBody> {
  const prefix = await body.peek(limit);
  const codings = headers.allSpellings('content-encoding');
  return inspectBody(prefix, codings, limit, {
    contentTypes: headers.allSpellings('content-type'),
    framing: awsFramingOf(host, headers.allSpellings(PAYLOAD_FIELD), codings),
    holds: (bytes) => body.holdDerived(bytes),
    organizationId,
  });
}
