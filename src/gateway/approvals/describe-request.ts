import { DECIDING_FIELDS } from '../../domain/decision/approval-summaries/deciding.js';
import { previewOf, summarize } from '../../domain/decision/approval-summaries/summarize.js';
import type { SummarizedRequest } from '../../domain/decision/approval-summaries/content/summary.js';
import { mediaClaims } from '../../domain/protocols/bodies/media-claims.js';
import { formDecoded } from '../../domain/protocols/bodies/text-readings.js';
import { splitTarget } from '../../domain/decision/matching/canonical-path.js';
import { overridesIn } from '../../domain/decision/matching/method-parameters.js';
import { methodSet } from '../../domain/decision/matching/methods.js';
import type { AgentIdentity } from '../../modules/policy/agent-snapshot/agent-access.js';
import type { HeldRequest } from '../../modules/policy/approvals/approval.js';
import { carriesToken } from '../exchange/agent-token.js';
import { authorityOf, type Exchange } from '../exchange/exchange.js';
import { isHopByHop } from '../exchange/forwarded-headers.js';
import { namedByConnection } from '../exchange/headers/headers.js';
import { awsFramingOf, PAYLOAD_FIELD } from '../exchange/body/aws-framing.js';
import { inspectBody } from '../exchange/body/inspect-body.js';

/** How much of a body is read for the summary; the rest stays in the socket (06 §15.1.4). */
const SUMMARY_BODY_BYTES = 16_384;
/** Fields that hold, or by their name seem to hold, a credential (06 §15.2). */
const PRIVATE_NAME = /token|secret|api-key|auth|cookie/;
/** By which a runner of hosted agents finds the approval of its request (06 §3.2). */
const HIDDEN = '***';
const TAG_FIELD = 'x-onecli-request-tag';
const TAG = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a person is shown of a request that was judged as `judged`. Nothing in it is a credential of ours: none was produced yet. */
export async function describeRequest(
  exchange: Exchange,
  agent: AgentIdentity,
  judged: readonly string[],
): Promise<HeldRequest> {
  const { method, scheme, host, port, outbound } = exchange;
  // What will be sent, not what was: a person must not agree to one path and have another one called (R25).
  const target = outbound.target.replaceAll(exchange.agentToken, HIDDEN);
  const { path, query } = splitTarget(target);
  const { body, contentType, named } = await bodyOf(exchange);
  const methods = new Set([...judged, ...methodsNamed(exchange, query, named)]);
  const otherMethods = [...methods].filter((other) => other !== method && method !== 'HEAD');
  const decidingFields = decidingFieldsOf(exchange);
  const summary = summarize({ method, host, path, query, otherMethods, decidingFields, contentType, body });
  const tag = exchange.headers.get(TAG_FIELD) ?? '';
  return {
    method,
    url: `${scheme}://${authorityOf(scheme, host, port)}${target}`,
    host,
    path: target,
    headers: shownHeaders(exchange),
    bodyPreview: previewOf(summary),
    summary,
    agent: { id: agent.id, name: agent.name, externalId: agent.identifier },
    ...(TAG.test(tag) && { tag }),
  };
}

interface DescribedBody extends Pick<SummarizedRequest, 'contentType' | 'body'> {
  /** Methods that a form names. */
  named: readonly string[];
}

async function bodyOf({ body, headers, host }: Exchange): Promise<DescribedBody> {
  const contentTypes = headers.allSpellings('content-type');
  const contentType = contentTypes.length > 0 ? contentTypes.join(', ') : null;
  if (!body.present) return { contentType, body: null, named: [] };
  const prefix = await body.peek(SUMMARY_BODY_BYTES);
  const codings = headers.allSpellings('content-encoding');
  const framing = awsFramingOf(host, headers.allSpellings(PAYLOAD_FIELD), codings);
  const decoded = await inspectBody(prefix, codings, SUMMARY_BODY_BYTES, { contentTypes, framing });
  const { kinds } = mediaClaims(contentTypes);
  const isForm = kinds.has('form') || kinds.has('multipart');
  const { bytes, truncated, unsure } = decoded;
  return {
    contentType,
    body: { bytes, truncated, declaredLength: body.declaredLength, unsure },
    named: isForm ? decoded.namedMethods : [],
  };
}

/** Whether or not a rule tells them apart: what decides is always shown (R55). */
function methodsNamed(
  { method }: Exchange,
  query: string | null,
  named: readonly string[],
): readonly string[] {
  const inQuery = query === null ? [] : overridesIn(formDecoded(query).toLowerCase());
  return methodSet(method, [...inQuery, ...named]);
}

/** Those that will be sent, in every spelling that some server takes for them. */
function decidingFieldsOf({ headers, agentToken }: Exchange): [name: string, value: string][] {
  return DECIDING_FIELDS.flatMap((name) =>
    headers
      .allSpellings(name)
      .map((value): [string, string] => [name, carriesToken(value, agentToken) ? HIDDEN : value]),
  );
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
