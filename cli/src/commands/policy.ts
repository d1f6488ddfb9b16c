import {
  getEffectiveAppPermissions,
  getEffectiveRules,
  listAgents,
  simulatePolicy,
} from '../../../client/src/operations.js';
import { isObject } from '../terminal/answers.js';
import type { Command } from '../command-line/command.js';
import { CommandFailure } from '../terminal/failure.js';
import type { Session } from '../server/session.js';

export const policyCommands: readonly Command[] = [
  {
    name: ['policy', 'effective-permissions'],
    about: "Show the effective permissions of an app's tools, for everyone or one agent",
    operation: getEffectiveAppPermissions,
    workspace: true,
    more: [{ name: '--agent', about: 'For one agent, by its identifier' }],
    query: async ({ flags }, session) =>
      typeof flags['agent'] === 'string' ? { agentId: await agentNamed(flags['agent'], session) } : {},
    examples: ['cgw policy effective-permissions --provider github --agent laptop'],
  },
  {
    name: ['policy', 'rules'],
    about: 'List the rules that apply in the workspace',
    operation: getEffectiveRules,
    workspace: true,
  },
  {
    name: ['policy', 'simulate'],
    about: 'Simulate a request and show which rule decides',
    operation: simulatePolicy,
    workspace: true,
    examples: ['cgw policy simulate --agent-id <id> --method DELETE --url https://api.github.com/repos/a/b'],
  },
];

/** People know the identifier, which is what `--agent` is everywhere (07 B9); the API wants the id. */
async function agentNamed(identifier: string, session: Session): Promise<string> {
  const agents = await session.askInWorkspace(listAgents, {});
  session.insist(Array.isArray(agents) && agents.every(isObject));
  const found = agents.find((agent) => agent.identifier === identifier || agent.id === identifier);
  if (found !== undefined) return found.id;
  throw new CommandFailure(`There is no agent "${identifier}".`, 'NOT_FOUND', 'cgw agents list');
}
