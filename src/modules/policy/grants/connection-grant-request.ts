/** A connection grant as people send it (02 §5.2). Pure; all it refuses the body alone shows to be wrong (R19). */
import type { SessionPolicy } from '../../../domain/decision/policy/model.js';
import { readResourceScope } from '../../../domain/decision/resource-scopes/resource-scope.js';
import { invalidRequest } from '../../../kernel/errors/app-error.js';
import type { ConnectionGrant } from '../../foundation/policy-sets/grants/connection-grants.js';
import type { ConnectionGrantRequest } from './dto/connection-grant.dto.js';

export type WantedGrant = Pick<ConnectionGrant, 'access' | 'allow' | 'ask'> & {
  /** Undefined keeps what is stored, null clears it. */
  resources: SessionPolicy | null | undefined;
  /** In the order sent, `allow` first: of several unknown tools the first is named. */
  tools: readonly string[];
};

export function readConnectionGrant(body: ConnectionGrantRequest): WantedGrant {
  const tools = body.access === 'full' ? { allow: [], ask: [] } : readTools(body);
  return {
    access: body.access,
    allow: sorted(tools.allow),
    ask: sorted(tools.ask),
    tools: [...tools.allow, ...tools.ask],
    resources: readResources(body.resources),
  };
}

function readTools({ allow, ask }: ConnectionGrantRequest): { allow: string[]; ask: string[] } {
  if (allow === undefined) throw invalidRequest('allow is required');
  if (ask === undefined) throw invalidRequest('ask is required');
  if (allow.length + ask.length === 0) {
    throw invalidRequest('A custom grant needs at least one tool in allow or ask');
  }
  const asked = new Set(ask);
  const both = allow.find((tool) => asked.has(tool));
  if (both !== undefined) throw invalidRequest(`A tool cannot be in both allow and ask: ${both}`);
  return { allow, ask };
}

function readResources(value: unknown): SessionPolicy | null | undefined {
  if (value === undefined || value === null) return value;
  if (typeof value !== 'object') throw invalidRequest('resources must be an object');
  const read = readResourceScope(value);
  if ('problem' in read) throw invalidRequest(read.problem);
  return read.scope;
}

function sorted(tools: readonly string[]): string[] {
  return [...new Set(tools)].sort();
}
