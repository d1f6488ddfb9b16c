import { basename, join } from 'node:path';
import { homedir } from 'node:os';
import process from 'node:process';
import { getContainerConfig } from '../../../client/src/generated/operations.js';
import type { Arguments } from '../line.js';
import type { Answer, OwnCommand } from '../command.js';
import { CommandFailure, misused } from '../failure.js';
import { home, removePrivate, writePrivate } from '../home.js';
import { note } from '../output.js';
import { printable } from '../printable.js';
import type { Session } from '../session.js';
import { writeBundle } from './ca-bundle.js';
import { proved } from './check.js';
import { findProgram, runChild } from './child.js';
import { containerFlags, containerLine, type Mount } from './containers.js';
import { isContainerConfig, type ContainerConfig } from './container-config.js';
import { environmentOf, forAgents, proxyOf } from './environment.js';
import { frameworkOf } from './frameworks.js';
import { isReachable } from './reachable.js';
import { writeSkill } from './skill.js';

export const runCommand: OwnCommand = {
  name: ['run'],
  about: 'Run a program behind the gateway',
  passes: true,
  arguments: [
    { name: '--agent', about: 'Identifier of the agent it acts as' },
    {
      name: '--gateway',
      about: 'host:port of the gateway, where it cannot be reached at the address the server tells',
    },
    { name: '--no-ca', about: "Leave the gateway's certificate to somebody else", alone: true },
    {
      name: '--check',
      about: "Prove by a request of the program's own runtime that it works, and start nothing",
      alone: true,
    },
    { name: '--dry-run', about: 'Write nothing and start nothing, show what would be', alone: true },
    { name: '--enforce', about: 'Not offered', alone: true },
    { name: '<command> [args...]', about: 'What to run, behind --', required: true },
  ],
  examples: [
    'cgw run -- claude',
    'cgw run --agent ci -- python agent.py',
    'cgw run -- docker run --rm -it my-agent',
    'cgw run --check -- node',
  ],
  run,
};

async function run(session: Session, given: Arguments): Promise<Answer> {
  const { flags } = given;
  const [program, ...args] = given.words;
  if (flags['enforce'] === true)
    throw new CommandFailure('--enforce is not offered: run the program in a container instead.');
  if (program === undefined) throw misused('There is nothing to run.', ['run']);
  const path = findProgram(program);
  if (path === undefined) throw new CommandFailure(`${program} is not on your PATH.`);
  const agent = session.setting('agent');
  const config = await session.askInWorkspace(getContainerConfig, { query: { agent } });
  session.insist(isContainerConfig(config));
  const name = basename(program).toLowerCase();
  const around = {
    origin: session.origin,
    gateway: session.setting('gateway'),
    codexHome: join(homedir(), '.codex'),
    agentName: frameworkOf(name)?.name,
  };
  if (flags['dry-run'] === true)
    return dryRun(path, args, environmentOf({}, config, { ...around, bundle: home('ca-bundle.pem') }), flags);
  for (const warning of config.warnings ?? []) note(printable(warning));
  await tellReachability(config, around);
  const bundle = flags['no-ca'] === true ? undefined : bundleOf(config);
  const containers = containerLine(name, args);
  if (containers !== undefined) return inContainer(path, containers, config, bundle);
  const environment = environmentOf(process.env, config, { ...around, bundle });
  if (flags['check'] === true) return checked(path, environment);
  const skill = await writeSkill(session, name).catch((error: unknown) => {
    note(`The skill file could not be written: ${(error as Error).message}`);
    return {};
  });
  return { status: await runChild(path, args, { ...environment, ...skill }) };
}

function dryRun(
  path: string,
  args: readonly string[],
  environment: object,
  flags: Arguments['flags'],
): Answer {
  const hidden = flags['no-ca'] === true ? /_CA|CERT/ : /^$/;
  const names = Object.keys(environment).filter((name) => !hidden.test(name));
  const payload = { binary: path, args, env_injected: names.sort() };
  return { document: { dry_run: true, description: 'Runs a program behind the gateway', payload } };
}

async function tellReachability(
  config: ContainerConfig,
  around: { origin: string; gateway?: string },
): Promise<void> {
  const proxy = proxyOf(config, around);
  if (proxy === undefined) return;
  if (!(await isReachable(proxy)))
    note(
      `No gateway answers at ${proxy.host}. Requests will fail until it does; --gateway host:port names another address.`,
    );
  else if (process.stderr.isTTY) note(`Behind the gateway at ${proxy.host}.`);
}

/** Without it programs do not trust the gateway, which they will say; they are not started any less. */
function bundleOf({ caCertificate }: ContainerConfig): string | undefined {
  try {
    return writeBundle(caCertificate);
  } catch (error) {
    note(
      `The gateway's certificate could not be stored, so programs will not trust it: ${(error as Error).message}`,
    );
    return undefined;
  }
}

/** A container reaches the gateway at the address the server tells; files that it needs are mounted, and gone afterwards. */
async function inContainer(
  path: string,
  [before, after]: readonly [readonly string[], readonly string[]],
  config: ContainerConfig,
  bundle: string | undefined,
): Promise<Answer> {
  const stubs = (config.credentialStubs ?? []).map(({ containerPath, content }, at) => {
    const source = home('containers', `${process.pid}-${at}-${basename(containerPath)}`);
    writePrivate(source, content, { file: 0o644 });
    return { source, target: containerPath };
  });
  const mounts: Mount[] = [
    ...(bundle === undefined ? [] : [{ source: bundle, target: config.caCertificateContainerPath }]),
    ...stubs,
  ];
  try {
    const flags = containerFlags(config, mounts, { compose: before.includes('compose') });
    const environment = { ...forAgents(process.env), ...config.env };
    return { status: await runChild(path, [...before, ...flags, ...after], environment) };
  } finally {
    for (const { source } of stubs) removePrivate(source);
  }
}

function checked(path: string, environment: Record<string, string>): Answer {
  const proof = proved(path, environment);
  if (!proof.reached)
    throw new CommandFailure(
      `${proof.program} did not reach the gateway: ${proof.said}`,
      'ERROR',
      'cgw config set gateway <host:port>',
    );
  return { document: { status: 'ok', program: proof.program, answered_by: 'gateway' } };
}
