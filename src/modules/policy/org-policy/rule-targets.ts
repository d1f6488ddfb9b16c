/** Targets of a rule body as stored targets (02 §6.6). Pure; everything it refuses is wrong by itself (R1). */
import { normalizeHostPattern } from '../../../domain/decision/matching/host.js';
import type { RuleTarget } from '../../../domain/decision/policy/model.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import { validateDto } from '../../../kernel/http/fields/validation.pipe.js';
import {
  HOST_PATTERN_MESSAGE,
  TARGET_REQUESTS,
  type TargetKind,
  type TargetRequest,
} from './dto/rule-target-request.dto.js';

const MAX_TARGETS = 100;
const KINDS = Object.keys(TARGET_REQUESTS) as TargetKind[];

export function readTargets(value: unknown): RuleTarget[] {
  if (value === undefined) throw invalidRequest('targets is required');
  if (!Array.isArray(value)) throw invalidRequest('targets must be an array');
  if (value.length === 0) throw invalidRequest('targets must have at least 1 entries');
  if (value.length > MAX_TARGETS) throw invalidRequest(`targets must have at most ${MAX_TARGETS} entries`);
  return collapse(value.map(readTarget));
}

function readTarget(value: unknown): RuleTarget {
  const kind = KINDS.find((known) => known === (value as { kind?: unknown } | null)?.kind);
  if (kind === undefined || Array.isArray(value)) {
    throw invalidRequest(`targets must be objects whose kind is one of ${KINDS.join(', ')}`);
  }
  return stored(validateDto<TargetRequest>(TARGET_REQUESTS[kind], value));
}

function stored(request: TargetRequest): RuleTarget {
  switch (request.kind) {
    case 'app': {
      const { provider, tools, connectionScope = null } = request;
      return { kind: 'app', provider, tools: distinct(tools), connectionScope };
    }
    case 'connection':
      return { kind: 'connection', connectionId: request.connectionId, tools: distinct(request.tools) };
    case 'secret': {
      const { secretId = null, secretScope = null } = request;
      return { kind: 'secret', secretId, secretScope };
    }
    case 'network': {
      const { hostPattern, pathPattern, method = null } = request;
      if (normalizeHostPattern(hostPattern) === null) throw invalidRequest(HOST_PATTERN_MESSAGE);
      return { kind: 'network', hostPattern, pathPattern: pathPattern || null, method };
    }
  }
}

/** Repeated connections and secrets become one target; of tools the union, where none named means all of them. */
function collapse(targets: readonly RuleTarget[]): RuleTarget[] {
  const byIdentity = new Map<string, RuleTarget>();
  targets.forEach((target, index) => {
    const key = identityOf(target) ?? `${index}`;
    byIdentity.set(key, merged(byIdentity.get(key), target));
  });
  return [...byIdentity.values()];
}

function identityOf(target: RuleTarget): string | null {
  if (target.kind === 'connection') return `connection ${target.connectionId}`;
  return target.kind === 'secret' ? `secret ${target.secretId ?? target.secretScope}` : null;
}

function merged(first: RuleTarget | undefined, second: RuleTarget): RuleTarget {
  if (first?.kind !== 'connection' || second.kind !== 'connection') return first ?? second;
  const wholeApp = first.tools.length === 0 || second.tools.length === 0;
  return { ...first, tools: wholeApp ? [] : distinct([...first.tools, ...second.tools]) };
}

function distinct(tools: readonly string[] = []): string[] {
  return [...new Set(tools)];
}
