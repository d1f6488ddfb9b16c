import {
  getEffectiveAppPermissions,
  getEffectiveRules,
  simulatePolicy,
} from '../../../client/src/generated/operations.js';
import type { Command } from '../command.js';

export const policyCommands: readonly Command[] = [
  {
    name: ['policy', 'effective-permissions'],
    about: 'What the tools of an app come to, for everybody or one agent',
    operation: getEffectiveAppPermissions,
    workspace: true,
    examples: ['cgw policy effective-permissions --provider github --agent-id <id>'],
  },
  {
    name: ['policy', 'rules'],
    about: 'The rules that apply in the workspace',
    operation: getEffectiveRules,
    workspace: true,
  },
  {
    name: ['policy', 'simulate'],
    about: 'What would happen to a request, and which rule says so',
    operation: simulatePolicy,
    workspace: true,
    examples: ['cgw policy simulate --agent-id <id> --method DELETE --url https://api.github.com/repos/a/b'],
  },
];
