import { listPendingApprovals, submitApprovalDecision } from '../../../client/src/operations.js';
import { watchApprovals } from './approval-watch.js';
import type { Command, OperationCommand } from '../command-line/command.js';

export const approvalCommands: readonly Command[] = [
  {
    name: ['approvals', 'list'],
    about: 'Requests that wait for a decision',
    operation: listPendingApprovals,
    workspace: true,
    query: () => ({ wait: 0 }),
    columns: ['id', 'agent.name', 'method', 'url', 'expiresAt'],
  },
  decision('approve', 'Let a waiting request go on'),
  decision('deny', 'Refuse a waiting request'),
  {
    name: ['approvals', 'watch'],
    about: 'One line of JSON for each request that comes to wait',
    arguments: [
      { name: '--org', about: 'Of all workspaces of the organization', alone: true },
      { name: '--auto', about: 'Decide each at once', values: ['none', 'approve', 'deny'] },
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
