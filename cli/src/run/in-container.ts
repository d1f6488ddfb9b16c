import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { CERTIFICATE_VARIABLES } from '../../../client/src/generated/certificate-variables.js';
import { home, isAlive, removePrivate, writePrivate } from '../keys/home.js';
import { bundleOrNot, writeBundleForContainers } from './ca-bundle.js';
import { runChild } from './child.js';
import { projectBehindGateway } from './compose.js';
import type { ContainerConfig } from './container-config.js';
import { containerFlags, type ComposeLine, type Mount, type RunLine } from './containers.js';
import { forAgents, localDestinations } from './environment.js';

const FOLDER = 'containers';

/** A container reaches the gateway at the address the server tells; files that it needs are mounted, and gone afterwards. */
export async function runInContainer(
  path: string,
  line: RunLine | ComposeLine,
  config: ContainerConfig,
  withCa: boolean,
): Promise<number> {
  removeAbandoned();
  const written: string[] = [];
  const write = (name: string, content: string, file: number): string => {
    const source = home(FOLDER, `${process.pid}-${written.length}-${name}`);
    writePrivate(source, content, { file });
    written.push(source);
    return source;
  };
  try {
    const bundle = withCa ? bundleOrNot(writeBundleForContainers, config) : undefined;
    const stubs = (config.credentialStubs ?? []).map(({ containerPath, content }) => ({
      source: write(basename(containerPath), content, 0o644),
      target: containerPath,
    }));
    const mounts: Mount[] = [
      ...(bundle === undefined ? [] : [{ source: bundle, target: config.caCertificateContainerPath }]),
      ...stubs,
    ];
    const variables = variablesOf(config, bundle !== undefined);
    const environment = { ...forAgents(process.env), ...variables };
    const { before, after } = line;
    if (line.kind === 'run')
      return await runChild(path, [...before, ...containerFlags(variables, mounts), ...after], environment);
    const project = write('compose.json', await projectBehindGateway(path, line, variables, mounts), 0o600);
    return await runChild(path, [...before, '--file', project, ...after], environment);
  } finally {
    for (const source of written) removePrivate(source);
  }
}

/** All that programs read, whichever of them the server names; without a certificate to find there, none (07 B12.8). */
function variablesOf(
  { env, caCertificateContainerPath }: ContainerConfig,
  withCa: boolean,
): Record<string, string> {
  const paths = CERTIFICATE_VARIABLES;
  const served = Object.entries(env).filter(([name]) => !paths.includes(name));
  const certificates = withCa ? paths.map((name) => [name, caCertificateContainerPath] as const) : [];
  return { ...Object.fromEntries([...served, ...certificates]), ...localDestinations(process.env) };
}

/** Files of one that was killed before it could remove them. */
function removeAbandoned(): void {
  for (const name of filesIn(home(FOLDER)))
    if (!isAlive(Number.parseInt(name, 10))) removePrivate(home(FOLDER, name));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
