import { isLlmHost } from '../../domain/matching/llm-hosts.js';
import { METHOD_OVERRIDE_HEADERS, methodSet } from '../../domain/matching/methods.js';
import { splitTarget } from '../../domain/matching/canonical-path.js';
import { needsBody } from '../../domain/policy/evaluate.js';
import { type RequestFacts, requestFacts } from '../../domain/policy/facts.js';
import type { InspectedBody } from '../../domain/policy/inspected-body.js';
import type { AgentAccess } from '../../modules/agent-access/agent-access.js';
import type { Exchange } from '../exchange.js';
import { inspectBody } from './inspect-body.js';

export interface FactsSettings {
  llmHosts: ReadonlySet<string>;
  /** Prefix of a body that conditions see, in bytes (06 §2). */
  conditionBodyBytes: number;
}

/** What policy judges of this request (02 §9.1). Reads the body only when a rule about the host looks at it. */
export async function factsOf(
  exchange: Exchange,
  access: AgentAccess,
  winnerConnectionId: string | null,
  settings: FactsSettings,
): Promise<RequestFacts> {
  const { path, query } = splitTarget(exchange.target);
  return requestFacts({
    host: exchange.host,
    path,
    query,
    methods: methodsOf(exchange),
    winnerConnectionId,
    managed: access.granted.covers(exchange.host) || access.connections.covers(exchange.host),
    llmHost: isLlmHost(exchange.host, settings.llmHosts),
    body: conditionsRead(exchange, access) ? await readBody(exchange, settings.conditionBodyBytes) : null,
  });
}

/** WebSocket upgrades are judged as `GET` (02 §9.1). */
function methodsOf(exchange: Exchange): readonly string[] {
  if (exchange.isWebSocket) return methodSet('GET');
  if (exchange.method !== 'POST') return methodSet(exchange.method);
  return methodSet(
    'POST',
    METHOD_OVERRIDE_HEADERS.flatMap((name) => exchange.headers.all(name)),
  );
}

function conditionsRead({ isWebSocket, body, host }: Exchange, access: AgentAccess): boolean {
  return !isWebSocket && body.present && needsBody(access.policy, host);
}

async function readBody(exchange: Exchange, limit: number): Promise<InspectedBody> {
  const prefix = await exchange.body.peek(limit);
  return inspectBody(prefix, exchange.headers.all('content-encoding'), limit);
}
