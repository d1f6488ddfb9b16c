import process from 'node:process';
import { CommandFailure, misused } from '../terminal/failure.js';
import { runChild } from '../run/child.js';
import { forAgents } from '../run/environment.js';
import { storedCredentials } from './credentials/credential-store.js';
import { validManifest } from './manifest/known-manifest.js';
import { findPlugin } from './manifest/plugin-folder.js';
import { credentialsGiven, environmentWith } from './credentials/plugin-environment.js';
import { isPluginName } from './manifest/plugin-name.js';
import { startOf } from './manifest/start.js';

/** Subcommands that answer this program, and get no credentials. */
const WITHOUT_CREDENTIALS = ['manifest', 'auth'];

/**
 * Runs a plugin on this terminal and answers its exit status; undefined where there is none of that name. Nothing is
 * written to standard output, which is the plugin's alone (07 B6).
 */
export async function dispatch(
  name: string,
  args: readonly string[],
  before: readonly string[],
): Promise<number | undefined> {
  const plugin = isPluginName(name) ? findPlugin(name) : undefined;
  if (plugin === undefined) return undefined;
  if (before.length > 0)
    throw misused(`${before[0]} is not a flag of the plugin. Put the plugin's flags after its name.`);
  const { auth } = await validManifest(plugin);
  const environment = WITHOUT_CREDENTIALS.includes(args[0] ?? '')
    ? forAgents(process.env)
    : await environmentOf(name, auth.required);
  const { file, args: all, ...options } = startOf(plugin.path, args);
  return runChild(file, all, environment, options);
}

async function environmentOf(name: string, required: boolean): Promise<Record<string, string>> {
  const credentials = credentialsGiven(name, process.env) ?? (await storedCredentials(name))?.credentials;
  if (credentials === undefined && required)
    throw new CommandFailure(
      `The plugin "${name}" requires a sign-in.`,
      'AUTH_REQUIRED',
      `cgw plugin auth ${name}`,
    );
  return environmentWith(name, process.env, credentials);
}
