import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../kernel/config/configuration.js';
import { llmHosts } from '../../../kernel/config/llm-hosts.js';
import { evaluate, needsBody, needsMethods } from '../../../domain/decision/policy/evaluation/evaluate.js';
import { type RequestFacts, requestFacts } from '../../../domain/decision/policy/conditions/facts.js';
import type { Decision } from '../../../domain/decision/policy/model.js';
import type { AgentAccess } from '../../../modules/policy/agent-snapshot/agent-access.js';
import { mediaClaims } from '../../../domain/protocols/bodies/media-claims.js';
import { formDecoded } from '../../../domain/protocols/bodies/text-readings.js';
import { isLlmHost } from '../../../domain/decision/matching/llm-hosts.js';
import { overridesIn } from '../../../domain/decision/matching/method-parameters.js';
import { METHOD_OVERRIDE_HEADERS, methodSet } from '../../../domain/decision/matching/methods.js';
import { COPY_SOURCE_FIELD, s3Paths } from '../../../domain/decision/matching/named-paths.js';
import type { InspectedBody } from '../../../domain/decision/policy/conditions/inspected-body.js';
import type { Admitted, Step, Described, Ended, Authorized } from '../../exchange/progress.js';
import { DashboardLinks } from '../../refusals/dashboard-links.js';
import {
  approvalImpossible,
  blockedByDefaultPolicy,
  blockedByPolicy,
  type RequestLine,
} from '../../refusals/policy-refusals.js';
import { type EvaluatedRequest, overridesOf } from '../../exchange/exchange.js';
import { awsFramingOf, PAYLOAD_FIELD } from '../../exchange/body/aws-framing.js';
import { inspectBody } from '../../exchange/body/inspect-body.js';
import { BodyTurns } from '../facts/body-turns.js';
import type { Reader } from '../facts/waiting-readers.js';

/** `peekBody` of 06 §19: what policy looks at; waits only for a body that a rule looks at. */
@Injectable()
export class PeekBodyStep implements Step<Admitted> {
  readonly name = 'peekBody';
  private readonly llmHosts: ReadonlySet<string>;
  /** Prefix of a body that conditions see, in bytes (06 §2). */
  private readonly maxBytes: number;

  constructor(
    configuration: Configuration,
    private readonly turns: BodyTurns,
  ) {
    this.llmHosts = llmHosts(configuration.llmHostsExtra);
    this.maxBytes = configuration.gateway.conditionBodyBytes;
  }

  run(state: Admitted): Promise<null> | null {
    if (bodyIsRead(state)) return this.withBody(state);
    state.facts = factsOf(state, null, this.llmHosts);
    return null;
  }

  private async withBody(state: Admitted): Promise<null> {
    const body = await readBody(state, this.maxBytes, state.access.organization.id);
    const reader = readerOf(state.access);
    state.facts = await this.turns.take(reader, body, () => factsOf(state, body, this.llmHosts));
    return null;
  }
}

/** `policy` of 06 §19: what the rules decide. Waits only while a long body is read. */
@Injectable()
export class PolicyStep implements Step<Described> {
  readonly name = 'policy';

  constructor(
    private readonly configuration: Configuration,
    private readonly turns: BodyTurns,
  ) {}

  run(state: Described): Promise<Ended> | Ended {
    if (state.facts.body !== null) return this.inTurns(state);
    state.decision = evaluate(state.access.policy, state.facts);
    return state.decision.kind === 'pass' ? null : this.refusalOf(state, state.decision);
  }

  /** Null for what passes. */
  refusalOf(request: Admitted, decision: Decision): Ended {
    if (decision.kind === 'pass') return null;
    const links = this.linksFor(request);
    return decision.kind === 'block'
      ? blockedByPolicy(decision.rule, lineOf(request), links)
      : blockedByDefaultPolicy(lineOf(request), links);
  }

  /** For what cannot wait for a person: a WebSocket, or an exchange under way. */
  approvalRefusal(request: Admitted, { rule }: Decision): Ended {
    if (!rule) throw new Error('An approval is asked for by a rule');
    return approvalImpossible(rule.scope, lineOf(request), this.linksFor(request));
  }

  evaluate(access: AgentAccess, facts: RequestFacts): Promise<Decision> | Decision {
    return this.decide(access, facts, () => evaluate(access.policy, facts));
  }

  /** Whatever asks about the body of a request; it is asked again until the body is read (ADR 122). */
  decide<Result>(
    access: AgentAccess,
    { body }: RequestFacts,
    decide: () => Result,
  ): Promise<Result> | Result {
    return body === null ? decide() : this.turns.take(readerOf(access), body, decide);
  }

  private async inTurns(state: Described): Promise<Ended> {
    state.decision = await this.evaluate(state.access, state.facts);
    return this.refusalOf(state, state.decision);
  }

  private linksFor({ access }: Admitted): DashboardLinks {
    return new DashboardLinks(this.configuration.appUrl, access.workspaceId);
  }
}

/** Refuses what would have to be held and cannot be (06 §9.1.3). */
@Injectable()
export class HoldableStep implements Step<Authorized> {
  readonly name = 'holdable';

  constructor(private readonly policy: PolicyStep) {}

  run(state: Authorized): Ended {
    const { decision, isWebSocket } = state;
    return decision.approval && isWebSocket ? this.policy.approvalRefusal(state, decision) : null;
  }
}

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
    overrides: request.overrides ?? overridesOf(request),
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
