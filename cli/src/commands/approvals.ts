import { listPendingApprovals, submitApprovalDecision } from '../../../client/src/operations.js';
import { watchApprovals } from './approval-watch.js';
import type { Command, OperationCommand } from '../command-line/command.js';

export const approvalCommands: readonly Command[] = [
  {
    name: ['approvals', 'list'],
    about: 'List the requests that wait for a decision',
    operation: listPendingApprovals,
    workspace: true,
    query: () => ({ wait: 0 }),
    columns: ['id', 'agent.name', 'method', 'url', 'expiresAt'],
  },
  decision('approve', 'Approve a held request'),
  decision('deny', 'Deny a held request'),
  {
    name: ['approvals', 'watch'],
    about: 'Print one line of JSON for each new held request',
    arguments: [
      { name: '--org', about: 'In all workspaces of the organization', alone: true },
      { name: '--auto', about: 'Decide every request immediately', values: ['none', 'approve', 'deny'] },
    ],
    run: watchApprovals,
  },
];

function decision(word: 'approve' | 'deny', about: string): OperationCommand {
  return {
    name: ['approvals', word],
    about,
    operation: { ...submitApprovalDecision, body: [] },
    workspace: true,
    amend: () => ({ decision: word }),
  };
}
