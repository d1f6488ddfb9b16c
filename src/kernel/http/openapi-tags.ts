/** What the tag groups of routes.tsv are about, in the order a reader of the document meets them. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './openapi-transform.js';

const TAGS: Readonly<Record<string, string>> = {
  Agents: 'The programs that call APIs through the gateway, each with a token of its own.',
  Grants: 'What is attached to an agent: secrets, and connections whole or tool by tool.',
  Secrets:
    'Credentials of a workspace that the gateway writes into requests. Values go in and never come out.',
  'Effective policy': 'What all rules and grants together amount to, and what they would do to one request.',
  Approvals: 'Requests of agents that are held until a person decides.',
  Workspaces: 'The places people work in; each has its own agents, secrets and connections.',
  User: 'The person behind the credential: name, keys, history, departure.',
  Organization: 'The organization: members, invitations, keys, usage, audit log, ownership.',
  'Organization policy': 'Rules that bind every workspace of the organization.',
  'Organization secrets': 'Secrets that agents of every workspace can be granted.',
  'Organization approvals': 'Held requests of every workspace of the organization.',
  Instance: 'The deployment itself: what it offers, and its first account.',
  Utility: 'What clients and tools need to find the gateway and to trust it.',
  Internal: 'What the dashboard, the command line, other processes and older clients call.',
};

/** Declares the tags in use; one without a description is a fault of the code. */
export function declareTags(document: OpenAPIObject): void {
  const used = new Set(operationsOf(document).flatMap(({ tags = [] }) => tags));
  const unknown = [...used].filter((name) => !Object.hasOwn(TAGS, name));
  if (unknown.length > 0) throw new Error(`Tags without a description: ${unknown.join(', ')}`);
  document.tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
