import type { Command } from 'commander';
import { type RegisteredRunner, runnerRegistry } from '../modules/foundation/operator/daemon-registry.js';
import { type DaemonTokens, daemonTokenCommand } from './daemon-token.js';
import { count } from './deployment/output.js';

export const RUNNER_TOKENS: DaemonTokens<RegisteredRunner> = {
  command: 'runner-token',
  noun: 'runner',
  about: `Tokens of runner daemons, which run hosted agents on another machine (docs/runners.md). A token is valid for the
runner protocol only. It is shown once, when it is created; the server stores its hash.`,
  exampleName: 'build-machines',
  registry: runnerRegistry,
  handOver: 'Give it to the runner as RUNNER_TOKEN.',
  insideEndsBy: 'Set EMBEDDED_RUNNER=off instead.',
  column: { heading: 'Agents', of: ({ agents }) => String(agents) },
  left: ({ agents }) =>
    agents === 0
      ? null
      : `${count(agents, 'agent')} still wait for it there. \`credential-gateway move-agent\` moves them to another runner.`,
};

export function runnerTokenCommand(): Command {
  return daemonTokenCommand(RUNNER_TOKENS);
}
