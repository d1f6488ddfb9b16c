import { previewOf, summarize } from '../../domain/approvals/summarize.js';
import type { SummarizedRequest } from '../../domain/approvals/summary.js';
import { splitTarget } from '../../domain/matching/canonical-path.js';
import type { AgentIdentity } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { HeldRequest } from '../../modules/policy/approvals/approval.js';
import { carriesToken } from '../agent-token.js';
import { authorityOf, type Exchange } from '../exchange.js';
import { isHopByHop, namedByConnection } from '../headers.js';
import { inspectBody } from '../stages/inspect-body.js';

/** How much of a body is read for the summary; the rest stays in the socket (06 §15.1.4). */
const SUMMARY_BODY_BYTES = 16_384;
/** Fields that hold, or by their name seem to hold, a credential (06 §15.2). */
const PRIVATE_NAME = /token|secret|api-key|auth|cookie/;
/** By which a runner of hosted agents finds the approval of its request (06 §3.2). */
const TAG_FIELD = 'x-onecli-request-tag';
const TAG = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a person is shown of a request that was judged as `methods`. Nothing in it is a credential of ours: none was produced yet. */
export async function describeRequest(
  exchange: Exchange,
  agent: AgentIdentity,
  methods: readonly string[],
): Promise<HeldRequest> {
  const { method, scheme, host, port, outbound } = exchange;
  // What will be sent, not what was: a person must not agree to one path and have another one called (R25).
  const { target } = outbound;
  const { path, query } = splitTarget(target);
  const otherMethods = methods.filter((other) => other !== method && method !== 'HEAD');
  const summary = summarize({ method, host, path, query, otherMethods, ...(await bodyOf(exchange)) });
  const shownTarget = target.replaceAll(exchange.agentToken, '***');
  const tag = exchange.headers.get(TAG_FIELD) ?? '';
  return {
    method,
    url: `${scheme}://${authorityOf(scheme, host, port)}${shownTarget}`,
    host,
    path: shownTarget,
    headers: shownHeaders(exchange),
    bodyPreview: previewOf(summary),
    summary,
    agent: { id: agent.id, name: agent.name, externalId: agent.identifier },
    ...(TAG.test(tag) && { tag }),
  };
}

async function bodyOf({ body, headers }: Exchange): Promise<Pick<SummarizedRequest, 'contentType' | 'body'>> {
  const contentTypes = headers.allSpellings('content-type');
  const contentType = contentTypes.length > 0 ? contentTypes.join(', ') : null;
  if (!body.present) return { contentType, body: null };
  const prefix = await body.peek(SUMMARY_BODY_BYTES);
  const decoded = await inspectBody(prefix, headers.allSpellings('content-encoding'), SUMMARY_BODY_BYTES, {
    contentTypes,
  });
  return {
    contentType,
    body: {
      bytes: decoded.bytes,
      truncated: decoded.truncated,
      declaredLength: body.declaredLength,
      unsure: decoded.unsure,
    },
  };
}

function shownHeaders({ headers, agentToken, scheme, host, port }: Exchange): Record<string, string> {
  const named = namedByConnection(headers.all('connection'));
  const shown = new Map<string, string>([['host', authorityOf(scheme, host, port)]]);
  for (const [spelled, value] of headers) {
    const name = spelled.toLowerCase();
    if (name === 'host' || isHopByHop(name) || named.has(name) || name.startsWith('x-onecli-')) continue;
    if (PRIVATE_NAME.test(name) || carriesToken(value, agentToken)) continue;
    const before = shown.get(name);
    shown.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(shown);
}
