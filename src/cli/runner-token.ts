import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { RunnerRegistry } from '../modules/foundation/operator/runner-registry.js';
import { CommandFailure } from './command-failure.js';
import { inDeployment } from './deployment.js';
import { columns, count, note, print, printJson, prose } from './output.js';
import { runnerNamed } from './named-runner.js';

const ABOUT = `Tokens of runner daemons, which run hosted agents elsewhere (docs/runners.md). Each opens the runner protocol and
nothing else. A token is shown once, when it is made; the server keeps its hash.`;

const EXAMPLES = `
Examples:
  $ credential-gateway runner-token create build-machines
  $ credential-gateway runner-token list
  $ credential-gateway runner-token revoke build-machines`;

const LONGEST_NAME = 200;

export function runnerTokenCommand(): Command {
  const command = new Command('runner-token')
    .summary('make, list and revoke tokens of runner daemons')
    .description(prose(ABOUT))
    .addHelpText('after', EXAMPLES);
  command
    .command('create')
    .summary('make a token')
    .argument('<name>', 'what the runner is called in lists')
    .option('--json', 'print the result as JSON')
    .action(create);
  command
    .command('list')
    .summary('the runners there are')
    .option('--json', 'print the result as JSON')
    .action(list);
  command
    .command('revoke')
    .summary('end a token; what the runner does with it next is refused')
    .argument('<runner>', 'id or name of the runner')
    .action(revoke);
  return command;
}

async function create(name: string, { json }: { json?: true }): Promise<void> {
  const called = name.trim();
  if (called === '' || called.length > LONGEST_NAME || called.includes('\0'))
    throw new CommandFailure(`A name has 1 to ${LONGEST_NAME} characters.`);
  const made = await inDeployment(loadConfiguration(), ({ db }) => new RunnerRegistry(db).create(called));
  if (json) return printJson({ ...made, name: called });
  print(made.token);
  note('Give it to the runner as RUNNER_TOKEN. It is not shown again.');
}

async function list({ json }: { json?: true }): Promise<void> {
  const runners = await inDeployment(loadConfiguration(), ({ db }) => new RunnerRegistry(db).list());
  if (json) return printJson(runners);
  if (runners.length === 0) return note('There are no runners.');
  const heading = ['ID', 'Name', 'Kind', 'Agents', 'Last seen', 'Token'];
  const rows = runners.map(({ id, name, kind, agents, lastSeenAt, revokedAt }) => [
    ...[id, name, kind, String(agents), lastSeenAt?.toISOString() ?? 'never'],
    revokedAt === null ? (kind === 'embedded' ? 'none' : 'valid') : `revoked ${revokedAt.toISOString()}`,
  ]);
  print(...columns([heading, ...rows]));
}

async function revoke(runner: string): Promise<void> {
  const { id, name, agents } = await inDeployment(loadConfiguration(), async ({ db }) => {
    const registry = new RunnerRegistry(db);
    const found = await runnerNamed(registry, runner);
    if (found.kind === 'embedded')
      throw new CommandFailure(
        'The runner inside the server has no token.',
        'Set EMBEDDED_RUNNER=off instead.',
      );
    await registry.revoke(found.id);
    return found;
  });
  note(`The token of ${name} (${id}) opens nothing any more.`);
  if (agents > 0)
    note(
      `${count(agents, 'agent')} still wait for it there. \`credential-gateway move-agent\` gives them to another runner.`,
    );
}
