import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import { AdapterRegistry, type RegisteredAdapter } from '../modules/foundation/operator/adapter-registry.js';
import { CommandFailure } from './command-failure.js';
import { inDeployment } from './deployment.js';
import { columns, note, print, printJson, prose } from './output.js';

const ABOUT = `Tokens of channel adapters, which post to Slack from elsewhere (docs/slack.md). Each opens the protocol of
adapters and nothing else. A token is shown once, when it is made; the server keeps its hash.`;

const EXAMPLES = `
Examples:
  $ credential-gateway channel-adapter-token create office
  $ credential-gateway channel-adapter-token list
  $ credential-gateway channel-adapter-token revoke office`;

const LONGEST_NAME = 200;

export function channelAdapterTokenCommand(): Command {
  const command = new Command('channel-adapter-token')
    .summary('make, list and revoke tokens of channel adapters')
    .description(prose(ABOUT))
    .addHelpText('after', EXAMPLES);
  command
    .command('create')
    .summary('make a token')
    .argument('<name>', 'what the adapter is called in lists')
    .option('--json', 'print the result as JSON')
    .action(create);
  command
    .command('list')
    .summary('the adapters there are')
    .option('--json', 'print the result as JSON')
    .action(list);
  command
    .command('revoke')
    .summary('end a token; what the adapter asks next is refused')
    .argument('<adapter>', 'id or name of the adapter')
    .action(revoke);
  return command;
}

async function create(name: string, { json }: { json?: true }): Promise<void> {
  const called = name.trim();
  if (called === '' || called.length > LONGEST_NAME || called.includes('\0'))
    throw new CommandFailure(`A name has 1 to ${LONGEST_NAME} characters.`);
  const made = await inDeployment(loadConfiguration(), ({ db }) => new AdapterRegistry(db).create(called));
  if (json) return printJson({ ...made, name: called });
  print(made.token);
  note('Give it to the adapter. It is not shown again.');
}

async function list({ json }: { json?: true }): Promise<void> {
  const adapters = await inDeployment(loadConfiguration(), ({ db }) => new AdapterRegistry(db).list());
  if (json) return printJson(adapters);
  if (adapters.length === 0) return note('There are no channel adapters.');
  const heading = ['ID', 'Name', 'Kind', 'Last seen', 'Token'];
  const rows = adapters.map(({ id, name, kind, lastSeenAt, revokedAt }) => [
    ...[id, name, kind, lastSeenAt?.toISOString() ?? 'never'],
    revokedAt === null ? (kind === 'embedded' ? 'none' : 'valid') : `revoked ${revokedAt.toISOString()}`,
  ]);
  print(...columns([heading, ...rows]));
}

async function revoke(adapter: string): Promise<void> {
  const { id, name } = await inDeployment(loadConfiguration(), async ({ db }) => {
    const registry = new AdapterRegistry(db);
    const found = onlyOne(await registry.find(adapter), adapter);
    if (found.kind === 'embedded')
      throw new CommandFailure('The adapter inside the server has no token.', 'Set CHANNEL_ADAPTER instead.');
    await registry.revoke(found.id);
    return found;
  });
  note(`The token of ${name} (${id}) opens nothing any more.`);
}

function onlyOne([found, second]: readonly RegisteredAdapter[], named: string): RegisteredAdapter {
  const hint = '`credential-gateway channel-adapter-token list` tells which there are.';
  if (found === undefined)
    throw new CommandFailure(`There is no channel adapter "${named}" whose token is valid.`, hint);
  if (second !== undefined) throw new CommandFailure(`Several channel adapters are called "${named}".`, hint);
  return found;
}
