import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { moveAgent, type MoveOutcome } from '../modules/foundation/operator/agent-move.js';
import { CommandFailure } from './deployment/command-failure.js';
import { inDeployment } from './deployment/deployment.js';
import { daemonNamed } from './daemon-token.js';
import { note, prose } from './deployment/output.js';
import { RUNNER_TOKENS } from './runner-token.js';

const ABOUT = `Gives a hosted agent to another runner, or to the server itself, while it works on nothing. Its conversations go
on there; files that it kept at a runner of your own stay where they are.`;

const EXAMPLES = `
Examples:
  $ credential-gateway move-agent 6f1c0a52-8f0e-4a7b-9d52-2d8f0b6c1e11 --to build-machines
  $ credential-gateway move-agent 6f1c0a52-8f0e-4a7b-9d52-2d8f0b6c1e11 --to embedded`;

export function moveAgentCommand(): Command {
  return new Command('move-agent')
    .summary('give a hosted agent to another runner')
    .description(prose(ABOUT))
    .argument('<agent>', 'id of the agent')
    .requiredOption('--to <runner>', 'id or name of the runner; `embedded` is the server itself')
    .addHelpText('after', EXAMPLES)
    .action(move);
}

const REFUSALS: Readonly<
  Record<Exclude<MoveOutcome, 'moved' | 'already_there'>, readonly [string, string?]>
> = {
  not_found: ['There is no agent with this id.', 'GET /v1/agents tells those of a workspace.'],
  not_hosted: ['The agent is not a hosted one: no runner runs it.'],
  busy: ['The agent has a turn under way.', 'Try again when it is over, or stop the turn first.'],
};

async function move(agent: string, { to }: { to: string }): Promise<void> {
  const configuration = loadConfiguration();
  const { outcome, runner } = await inDeployment(configuration, async ({ db }) => {
    const target = await daemonNamed(RUNNER_TOKENS, db, to);
    if (target.revokedAt !== null)
      throw new CommandFailure(`The token of ${target.name} was revoked: it would never work on the agent.`);
    if (target.kind === 'embedded' && !configuration.embeddedRunner)
      throw new CommandFailure('EMBEDDED_RUNNER is off: the server would never work on the agent.');
    return { outcome: await moveAgent(db, agent, target), runner: target };
  });
  if (outcome === 'moved') return note(`The agent belongs to ${runner.name} now.`);
  if (outcome === 'already_there') return note(`The agent belongs to ${runner.name} already.`);
  throw new CommandFailure(...REFUSALS[outcome]);
}
