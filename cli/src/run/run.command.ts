import { basename, join } from 'node:path';
import process from 'node:process';
import { getContainerConfig } from '../../../client/src/operations.js';
import type { Arguments } from '../terminal/line.js';
import type { Answer, OwnCommand } from '../command-line/command.js';
import { CommandFailure, misused } from '../terminal/failure.js';
import { personFolder } from '../keys/folders.js';
import { API_KEY } from '../keys/keys.js';
import { note } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import { whileWaiting } from '../terminal/progress.js';
import type { Session } from '../server/session.js';
import { bundleOrNot, bundlePath, writeBundle, writeTrustStore } from './ca-bundle.js';
import { proved } from './check.js';
import { findProgram, runChild } from './child.js';
import { containerLine } from './containers.js';
import { isContainerConfig, type ContainerConfig } from './container-config.js';
import { environmentOf, localDestinations, proxyOf } from './environment.js';
import { frameworkOf, warningsFor } from './frameworks.js';
import { runInContainer } from './in-container.js';
import { javaOptions } from './java.js';
import { isReachable } from './reachable.js';
import { settingsFilesOf } from './settings-files.js';
import { writeSkill } from './skill.js';

export const runCommand: OwnCommand = {
  name: ['run'],
  about: 'Run a program behind the gateway',
  passes: true,
  keys: API_KEY,
  arguments: [
    { name: '--agent', about: 'Identifier of the agent that the program acts as' },
    {
      name: '--gateway',
      about: 'host:port of the gateway, if it cannot be reached at the address from the server',
    },
    { name: '--no-ca', about: "Do not configure the gateway's certificate", alone: true },
    {
      name: '--check',
      about: "Test the setup with a request of the program's runtime, without starting the program",
      alone: true,
    },
    { name: '--dry-run', about: 'Show what would be written and started, without doing it', alone: true },
    { name: '--enforce', about: 'Not offered', alone: true },
    { name: '<command> [args...]', about: 'The command to run, after --', required: true },
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
    throw new CommandFailure('--enforce is not supported. Run the program in a container instead.');
  if (program === undefined) throw misused('The command to run is missing.', ['run']);
  const path = findProgram(program);
  if (path === undefined) throw new CommandFailure(`${program} is not on your PATH.`);
  const name = basename(program)
    .toLowerCase()
    .replace(/\.(exe|cmd)$/, '');
  const around = {
    origin: session.origin,
    gateway: gatewayOf(session),
    codexHome: join(personFolder(), '.codex'),
    agentName: frameworkOf(name)?.name,
  };
  const query = { agent: session.setting('agent') };
  const config = await session.askInWorkspace(getContainerConfig, { query });
  session.insist(isContainerConfig(config));
  const withCa = flags['no-ca'] !== true;
  if (flags['dry-run'] === true) {
    const environment = environmentOf({}, config, { ...around, bundle: withCa ? bundlePath() : undefined });
    return dryRun(path, args, environment);
  }
  for (const warning of warningsFor(name, config)) note(printable(warning));
  const proxy = proxyOf(config, around);
  await tellReachability(proxy);
  const line = containerLine(name, args);
  if (line?.kind === 'existing')
    note(
      `"${name} ${line.word}" uses existing containers. Only containers created by this command are behind the gateway.`,
    );
  else if (line !== undefined) return { status: await runInContainer(path, line, config, withCa) };
  const bundle = withCa ? bundleOrNot(writeBundle, config) : undefined;
  const environment = {
    ...environmentOf(process.env, config, { ...around, bundle }),
    ...(bundle !== undefined && forJava(config, proxy, around.origin)),
    ...(bundle !== undefined && settingsFilesOf(process.env, bundle)),
  };
  if (flags['check'] === true) return checked(path, environment);
  const skill = await writeSkill(session, name).catch((error: unknown) => {
    note(`The skill file could not be written: ${(error as Error).message}`);
    return {};
  });
  return { status: await runChild(path, args, { ...environment, ...skill }) };
}

/** The older variable of it holds a URL. */
function gatewayOf(session: Session): string | undefined {
  const given = session.setting('gateway');
  const address = given?.replace(/^http:\/\//, '').replace(/\/$/, '');
  if (address === undefined || /^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(address)) return address;
  throw misused(`"${given}" is not the host:port of a gateway.`, ['run']);
}

function dryRun(path: string, args: readonly string[], environment: object): Answer {
  const payload = { binary: path, args, env_injected: Object.keys(environment).sort() };
  return { document: { dry_run: true, description: 'Runs a program behind the gateway', payload } };
}

async function tellReachability(proxy: URL | undefined): Promise<void> {
  if (proxy === undefined) return;
  if (!(await whileWaiting(`Looking for a gateway at ${proxy.host}`, () => isReachable(proxy))))
    note(
      `No gateway answers at ${proxy.host}. Requests will fail until it does; --gateway host:port names another address.`,
    );
  else if (process.stderr.isTTY) note(`Behind the gateway at ${proxy.host}.`);
}

/** Only where there is one: every JVM tells on standard error that it was given options. */
function forJava(
  config: ContainerConfig,
  proxy: URL | undefined,
  origin: string,
): Record<string, string> | undefined {
  if (findProgram('java') === undefined && !process.env['JAVA_HOME']) return undefined;
  const store = bundleOrNot(writeTrustStore, config);
  const { NO_PROXY: direct } = localDestinations(process.env, origin);
  return store === undefined ? undefined : javaOptions(process.env, proxy, store, direct);
}

async function checked(path: string, environment: Record<string, string>): Promise<Answer> {
  const proof = await proved(path, environment);
  if (!proof.reached)
    throw new CommandFailure(
      `${proof.program} did not reach the gateway: ${proof.said}`,
      'ERROR',
      proof.advice,
    );
  return { document: { status: 'ok', program: proof.program, answered_by: 'gateway' } };
}
