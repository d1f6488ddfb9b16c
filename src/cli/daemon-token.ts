import { Command } from 'commander';
import { loadConfiguration } from '../kernel/config/load-configuration.js';
import type { Database } from '../kernel/database/database.js';
import type { DaemonRegistry, RegisteredDaemon } from '../modules/foundation/operator/daemon-registry.js';
import { CommandFailure } from './deployment/command-failure.js';
import { inDeployment } from './deployment/deployment.js';
import { columns, note, print, printJson, prose } from './deployment/output.js';

const LONGEST_NAME = 200;

/** A family of daemons and what is said about their tokens. */
export interface DaemonTokens<D extends RegisteredDaemon> {
  /** The command. */
  readonly command: string;
  /** One of them. */
  readonly noun: string;
  readonly about: string;
  readonly exampleName: string;
  readonly registry: (db: Database) => DaemonRegistry<D>;
  /** What to do with a new token. */
  readonly handOver: string;
  /** How the one inside the server is ended, which has no token. */
  readonly insideEndsBy: string;
  /** A further column of the list. */
  readonly column?: { readonly heading: string; readonly of: (daemon: D) => string };
  /** What is left to do when one is revoked; null: nothing. */
  readonly left?: (daemon: D) => string | null;
}

/** `create`, `list` and `revoke` of such tokens (R38.8). */
export function daemonTokenCommand<D extends RegisteredDaemon>(tokens: DaemonTokens<D>): Command {
  const { command: name, noun, about, exampleName } = tokens;
  const examples = [`create ${exampleName}`, 'list', `revoke ${exampleName}`];
  const command = new Command(name)
    .summary(`create, list and revoke tokens of ${noun}s`)
    .description(prose(about))
    .addHelpText(
      'after',
      ['\nExamples:', ...examples.map((line) => `  $ credential-gateway ${name} ${line}`)].join('\n'),
    );
  command
    .command('create')
    .summary('create a token')
    .argument('<name>', `name of the ${noun} in lists`)
    .option('--json', 'print the result as JSON')
    .action((called: string, options: { json?: true }) => create(tokens, called, options));
  command
    .command('list')
    .summary(`list the ${noun}s`)
    .option('--json', 'print the result as JSON')
    .action((options: { json?: true }) => list(tokens, options));
  command
    .command('revoke')
    .summary(`revoke a token; the next request of the ${noun} is refused`)
    .argument('<daemon>', `id or name of the ${noun}`)
    .action((named: string) => revoke(tokens, named));
  return command;
}

/** The one daemon of this id or name. */
export async function daemonNamed<D extends RegisteredDaemon>(
  { command, noun, registry }: Pick<DaemonTokens<D>, 'command' | 'noun' | 'registry'>,
  db: Database,
  named: string,
): Promise<D> {
  const [found, second] = await registry(db).find(named);
  const listing = `\`credential-gateway ${command} list\``;
  if (found === undefined)
    throw new CommandFailure(`There is no ${noun} "${named}" with a valid token.`, `${listing} lists them.`);
  if (second !== undefined)
    throw new CommandFailure(`Several ${noun}s have the name "${named}".`, `Use its id: ${listing}.`);
  return found;
}

async function create<D extends RegisteredDaemon>(
  { noun, registry, handOver }: DaemonTokens<D>,
  name: string,
  { json }: { json?: true },
): Promise<void> {
  const called = name.trim();
  if (called === '' || called.length > LONGEST_NAME || called.includes('\0'))
    throw new CommandFailure(`The name of a ${noun} must have 1 to ${LONGEST_NAME} characters.`);
  const made = await inDeployment(loadConfiguration(), ({ db }) => registry(db).create(called));
  if (json) return printJson({ ...made, name: called });
  print(made.token);
  note(`${handOver} It is not shown again.`);
}

async function list<D extends RegisteredDaemon>(
  { noun, registry, column }: DaemonTokens<D>,
  { json }: { json?: true },
): Promise<void> {
  const daemons = await inDeployment(loadConfiguration(), ({ db }) => registry(db).list());
  if (json) return printJson(daemons);
  if (daemons.length === 0) return note(`There are no ${noun}s.`);
  const further = column === undefined ? [] : [column];
  const heading = ['ID', 'Name', 'Kind', ...further.map((one) => one.heading), 'Last seen', 'Token'];
  const rows = daemons.map((daemon) => [
    ...[daemon.id, daemon.name, daemon.kind, ...further.map((one) => one.of(daemon))],
    daemon.lastSeenAt?.toISOString() ?? 'never',
    validity(daemon),
  ]);
  print(...columns([heading, ...rows]));
}

function validity({ kind, revokedAt }: RegisteredDaemon): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  return kind === 'embedded' ? 'none' : 'valid';
}

async function revoke<D extends RegisteredDaemon>(tokens: DaemonTokens<D>, named: string): Promise<void> {
  const { noun, registry, insideEndsBy, left } = tokens;
  const found = await inDeployment(loadConfiguration(), async ({ db }) => {
    const daemon = await daemonNamed(tokens, db, named);
    if (daemon.kind === 'embedded')
      throw new CommandFailure(`The ${noun} inside the server has no token.`, insideEndsBy);
    await registry(db).revoke(daemon.id);
    return daemon;
  });
  note(`The token of ${found.name} (${found.id}) is revoked.`);
  const rest = left?.(found) ?? null;
  if (rest !== null) note(rest);
}
