import { isLlmHost } from '../../domain/matching/llm-hosts.js';
import { METHOD_OVERRIDE_HEADERS, methodSet } from '../../domain/matching/methods.js';
import { splitTarget } from '../../domain/matching/canonical-path.js';
import { needsBody } from '../../domain/policy/evaluate.js';
import { type RequestFacts, requestFacts } from '../../domain/policy/facts.js';
import type { InspectedBody } from '../../domain/policy/inspected-body.js';
import type { AgentAccess } from '../../modules/agent-access/agent-access.js';
import type { JudgedRequest } from '../exchange.js';
import { inspectBody } from './inspect-body.js';

export interface FactsSettings {
  llmHosts: ReadonlySet<string>;
  /** Prefix of a body that conditions see, in bytes (06 §2). */
  conditionBodyBytes: number;
}

/** What policy judges of this request (02 §9.1). Reads the body only when a rule about the host looks at it. */
export async function factsOf(
  request: JudgedRequest,
  access: AgentAccess,
  winnerConnectionId: string | null,
  settings: FactsSettings,
): Promise<RequestFacts> {
  const { path, query } = splitTarget(request.target);
  return requestFacts({
    host: request.host,
    path,
    query,
    methods: methodsOf(request),
    winnerConnectionId,
    managed: isManaged(request.host, access),
    llmHost: isLlmHost(request.host, settings.llmHosts),
    body: conditionsRead(request, access) ? await readBody(request, settings.conditionBodyBytes) : null,
  });
}

/** A credential of the agent's is about this host (02 §11.4.3). */
export function isManaged(host: string, { granted, connections }: AgentAccess): boolean {
  return granted.covers(host) || connections.covers(host);
}

/** WebSocket upgrades are judged as `GET` (02 §9.1). */
function methodsOf(request: JudgedRequest): readonly string[] {
  if (request.isWebSocket) return methodSet('GET');
  if (request.method !== 'POST') return methodSet(request.method);
  return methodSet(
    'POST',
    METHOD_OVERRIDE_HEADERS.flatMap((name) => request.headers.all(name)),
  );
}

function conditionsRead({ isWebSocket, body, host }: JudgedRequest, access: AgentAccess): boolean {
  return !isWebSocket && body.present && needsBody(access.policy, host);
}

async function readBody({ body, headers }: JudgedRequest, limit: number): Promise<InspectedBody> {
  const prefix = await body.peek(limit);
  return inspectBody(prefix, headers.all('content-encoding'), limit);
}
