import { CommandFailure } from '../terminal/failure.js';
import { keptManifest } from './manifest/known-manifest.js';
import { installedPlugins, type Plugin } from './manifest/plugin-folder.js';

/** Name and description of what is installed, for help; nothing is started for it. */
export function pluginsInWords(): readonly (readonly [string, string])[] {
  return quietlyInstalled().map((plugin) => [
    plugin.name,
    keptManifest(plugin)?.description ?? `A plugin; see cgw plugin info ${plugin.name}`,
  ]);
}

/** Help is there also where no folder of this person is. */
function quietlyInstalled(): readonly Plugin[] {
  try {
    return installedPlugins({ tell: false });
  } catch (error) {
    if (error instanceof CommandFailure) return [];
    throw error;
  }
}

const OF_ONE_PLUGIN = ['info', 'remove', 'auth', 'logout'];

/** What could stand in place of the last word: names of plugins, and below one its commands as far as they are known. */
export function pluginCompletions(words: readonly string[]): readonly string[] {
  const begun = words.at(-1) ?? '';
  const [first, ...more] = words.slice(0, -1).filter((word) => !word.startsWith('-'));
  return candidates(first, more).filter((word) => word.startsWith(begun));
}

function candidates(first: string | undefined, more: readonly string[]): readonly string[] {
  const plugins = quietlyInstalled();
  const names = plugins.map(({ name }) => name);
  if (first === undefined) return names;
  if (first === 'plugin') return more.length === 1 && OF_ONE_PLUGIN.includes(more[0]!) ? names : [];
  const plugin = plugins.find(({ name }) => name === first);
  const commands = (plugin && keptManifest(plugin)?.commands) ?? [];
  const next = commands
    .map(({ name }) => name.split(' '))
    .filter((name) => name.length > more.length && more.every((word, at) => name[at] === word))
    .map((name) => name[more.length]!);
  // A shell takes each line for a word of its own.
  return [...new Set(next)].filter((word) => /^[\w:.-]+$/.test(word));
}
