import process from 'node:process';
import { isObject } from '../terminal/answers.js';
import { CommandFailure } from '../terminal/failure.js';
import { printable } from '../terminal/printable.js';
import { told } from '../terminal/program.js';
import { whileWaiting } from '../terminal/progress.js';
import { HOST_OF_CONTAINERS, type ComposeLine, type Mount } from './containers.js';
import { forAgents } from './environment.js';

/** It reads files and asks no daemon. */
const PATIENCE_MS = 60_000;

type Project = Readonly<Record<string, unknown>> & {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/**
 * The project as Compose itself resolves it from its files, its environment and its profiles, with every service behind
 * the gateway. Variables stand in it by name: Compose takes them from its own environment, and no token is in the file.
 */
export async function projectBehindGateway(
  path: string,
  line: ComposeLine,
  variables: Readonly<Record<string, string>>,
  mounts: readonly Mount[],
): Promise<string> {
  const { services, ...rest } = await resolved(path, line);
  const names = Object.keys(services);
  const amended = Object.entries(services).map(([name, service]) => [
    name,
    { ...service, ...amendments(service, variables, mounts, names) },
  ]);
  return JSON.stringify({ ...rest, services: Object.fromEntries(amended) as unknown }, null, 2);
}

async function resolved(path: string, { before, files }: ComposeLine): Promise<Project> {
  const question = [...before, ...files, 'config', '--format', 'json'];
  const { status, stdout, stderr, error } = await whileWaiting('Reading the files of the project', () =>
    told(path, question, { patienceMs: PATIENCE_MS, env: forAgents(process.env) }),
  );
  const project = status === 0 ? parsed(stdout) : undefined;
  if (isProject(project)) return project;
  const said = printable((error?.message ?? stderr).trim()).slice(0, 500);
  throw new CommandFailure(
    `Compose does not report what it would start, so it is not started: ${said}`,
    'ERROR',
    'see the output of `docker compose config --format json`',
  );
}

function amendments(
  { environment, volumes, extra_hosts: hosts }: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string>>,
  mounts: readonly Mount[],
  services: readonly string[],
): object {
  const byName = Object.fromEntries(Object.keys(variables).map((name) => [name, null]));
  // Services call each other by name, within the project's own network.
  const direct = [...(variables['NO_PROXY'] ?? '').split(','), 'localhost', '127.0.0.1', ...services];
  const names = [...new Set(direct.filter((name) => name !== ''))].join(',');
  return {
    environment: { ...listed(environment), ...byName, NO_PROXY: names, no_proxy: names },
    volumes: [
      ...(Array.isArray(volumes) ? (volumes as unknown[]) : []),
      ...mounts.map((mount) => ({ type: 'bind', ...mount, read_only: true })),
    ],
    extra_hosts: [...(Array.isArray(hosts) ? (hosts as unknown[]) : []), HOST_OF_CONTAINERS],
  };
}

/** Compose resolves it to an object; a list of `NAME=value` is the other form that it has. */
function listed(environment: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(environment)) return isObject(environment) ? environment : {};
  return Object.fromEntries(
    environment.map((entry: unknown) => {
      const [name = '', ...value] = String(entry).split('=');
      return [name, value.length === 0 ? null : value.join('=')];
    }),
  );
}

function isProject(project: unknown): project is Project {
  return (
    isObject(project) && isObject(project['services']) && Object.values(project['services']).every(isObject)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
