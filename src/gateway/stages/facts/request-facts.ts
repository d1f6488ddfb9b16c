import { mediaClaims } from '../../../domain/protocols/bodies/media-claims.js';
import { formDecoded } from '../../../domain/protocols/bodies/text-readings.js';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { overridesIn } from '../../../domain/decision/matching/method-parameters.js';
import { METHOD_OVERRIDE_HEADERS, methodSet } from '../../../domain/decision/matching/methods.js';
import { COPY_SOURCE_FIELD, s3Paths } from '../../../domain/decision/matching/named-paths.js';
import { needsBody, needsMethods } from '../../../domain/decision/policy/evaluation/evaluate.js';
import { type RequestFacts, requestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import type { InspectedBody } from '../../../domain/decision/policy/conditions/inspected-body.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import type { EvaluatedRequest } from '../../exchange/exchange.js';
import type { Admitted } from '../../exchange/progress.js';
import type { RequestLine } from '../../refusals/policy-refusals.js';
import { overridesOf } from '../../exchange/path-overrides.js';
import { awsFramingOf, PAYLOAD_FIELD } from '../../exchange/body/aws-framing.js';
import { inspectBody } from '../../exchange/body/inspect-body.js';
import type { Reader } from './waiting-readers.js';

/** What policy judges of this request (02 §9.1). `body`: null where no rule looks at it. */
export function factsOf(
  request: Admitted,
  body: InspectedBody | null,
  llmHosts: ReadonlySet<string>,
): RequestFacts {
  const { host, path, canonicalPath, query, headers, access, winner } = request;
  return requestFacts({
    host,
    path,
    canonicalPath,
    query,
    overrides: overridesOf(request),
    others: s3Paths(host, path, headers.allSpellings(COPY_SOURCE_FIELD)),
    methods: methodsOf(request, query, needsMethods(access.policy, host) ? body : null),
    winnerConnectionId: winner?.id ?? null,
    managed: isManaged(host, access),
    llmHost: isLlmHost(host, llmHosts),
    body,
  });
}

/** A request as refusals name it. */
export function lineOf({ method, host, target }: EvaluatedRequest): RequestLine {
  return { method, host, path: target };
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

/** A rule about the host looks at the body, or tells methods apart while the request is a form, which may name one. */
export function bodyIsRead(request: Admitted): boolean {
  const { isWebSocket, body, host, access } = request;
  const { policy } = access;
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

export async function readBody(
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
