import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { moveAgent, type MoveOutcome } from '../modules/foundation/operator/agent-move.js';
import { CommandFailure } from './deployment/command-failure.js';
import { inDeployment } from './deployment/deployment.js';
import { daemonNamed } from './daemon-token.js';
import { note, prose } from './deployment/output.js';
import { RUNNER_TOKENS } from './runner-token.js';

const ABOUT = `Moves an idle hosted agent to another runner, or to the server itself. Its conversations continue there. Files that
it keeps on your own runner are not moved.`;

const EXAMPLES = `
Examples:
  $ credential-gateway move-agent 6f1c0a52-8f0e-4a7b-9d52-2d8f0b6c1e11 --to build-machines
  $ credential-gateway move-agent 6f1c0a52-8f0e-4a7b-9d52-2d8f0b6c1e11 --to embedded`;

export function moveAgentCommand(): Command {
  return new Command('move-agent')
    .summary('move a hosted agent to another runner')
    .description(prose(ABOUT))
    .argument('<agent>', 'id of the agent')
    .requiredOption('--to <runner>', 'id or name of the runner; `embedded` is the server itself')
    .addHelpText('after', EXAMPLES)
    .action(move);
}

const REFUSALS: Readonly<
  Record<Exclude<MoveOutcome, 'moved' | 'already_there'>, readonly [string, string?]>
> = {
  not_found: ['There is no agent with this id.', 'GET /v1/agents lists the agents of a workspace.'],
  not_hosted: ['The agent is not a hosted agent: no runner runs it.'],
  busy: ['The agent has an active turn.', 'Try again when the turn has ended, or abort it first.'],
};

async function move(agent: string, { to }: { to: string }): Promise<void> {
  const configuration = loadConfiguration();
  const { outcome, runner } = await inDeployment(configuration, async ({ db }) => {
    const target = await daemonNamed(RUNNER_TOKENS, db, to);
    if (target.revokedAt !== null)
      throw new CommandFailure(
        `The token of ${target.name} was revoked, so the agent would never run there.`,
      );
    if (target.kind === 'embedded' && !configuration.embeddedRunner)
      throw new CommandFailure('EMBEDDED_RUNNER is off, so the agent would never run on the server.');
    return { outcome: await moveAgent(db, agent, target), runner: target };
  });
  if (outcome === 'moved') return note(`The agent belongs to ${runner.name} now.`);
  if (outcome === 'already_there') return note(`The agent already belongs to ${runner.name}.`);
  throw new CommandFailure(...REFUSALS[outcome]);
}
