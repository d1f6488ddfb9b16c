import type { Answer, Command } from '../command-line/command.js';
import { misused } from '../terminal/failure.js';
import type { Argument, Arguments } from '../terminal/line.js';
import { durationOf, timeoutArgument } from './duration.js';
import { pluginNamed } from './manifest/plugin-name.js';

const NAME: Argument = { name: '<name>', about: 'Name of the plugin', required: true };
const FORCE: Argument = { name: '--force', about: 'Replace an installed plugin', alone: true };
const DOWNLOAD_PATIENCE = '10m';

/** What each does is loaded when it is called: help and every other command start without it. */
export function pluginCommands(isBuiltIn: (name: string) => boolean): readonly Command[] {
  return [
    {
      name: ['plugin', 'list'],
      about: 'List the installed plugins and whether they can be used',
      run: async () => {
        const { listed } = await import('./listing.js');
        return {
          document: await listed(),
          columns: ['name', 'version', 'valid', 'auth_required', 'authenticated', 'description'],
          hint: false,
        };
      },
    },
    {
      name: ['plugin', 'info'],
      about: 'Show the manifest of a plugin, and whether you are signed in',
      arguments: [NAME],
      run: async (_session, given) => {
        const { infoOf } = await import('./info.js');
        return { document: await infoOf(only(given, 'info')), hint: false };
      },
    },
    {
      name: ['plugin', 'install'],
      about: 'Install a plugin from an archive and verify its checksum',
      arguments: [
        { name: '<archive>', about: 'File or https URL of a .tar.gz', required: true },
        { name: '--checksums', about: 'File or https URL of its checksums', required: true },
        FORCE,
        timeoutArgument(`Time limit of a download. Default: ${DOWNLOAD_PATIENCE}`),
      ],
      examples: [
        'cgw plugin install ./cgw-demo_1.2.0_linux_amd64.tar.gz --checksums ./checksums.txt',
        'cgw plugin install https://example.com/v1/cgw-demo_1.2.0_linux_amd64.tar.gz \\',
        '  --checksums https://example.com/v1/checksums.txt',
      ],
      run: (_session, given) => installed(given, isBuiltIn),
    },
    {
      name: ['plugin', 'remove'],
      about: 'Remove a plugin',
      arguments: [
        NAME,
        { name: '--logout', about: 'Also delete the credentials stored for it', alone: true },
      ],
      run: async (_session, given) => {
        const { removed } = await import('./removal.js');
        const name = only(given, 'remove');
        return { document: removed(name, { logout: given.flags['logout'] === true }), hint: false };
      },
    },
    {
      name: ['plugin', 'auth'],
      about: 'Sign in to the service of a plugin',
      passes: true,
      arguments: [
        { name: '--json', about: 'Report progress as JSON on standard error', alone: true },
        timeoutArgument('Time limit. Default: 15m'),
        NAME,
        {
          name: '[args...]',
          about: 'Arguments for the plugin: everything from the first unknown word, or after --',
        },
      ],
      examples: ['cgw plugin auth demo', 'cgw plugin auth demo --timeout 5m -- --scope read'],
      run: async (_session, given) => {
        const { authenticated } = await import('./auth.command.js');
        return authenticated(given);
      },
    },
    {
      name: ['plugin', 'logout'],
      about: 'Delete the credentials stored for a plugin',
      arguments: [NAME],
      run: async (_session, given) => {
        const { forgetCredentials } = await import('./credentials/credential-store.js');
        const name = only(given, 'logout');
        forgetCredentials(name);
        return { document: { status: 'ok', plugin: name }, hint: false };
      },
    },
    {
      name: ['plugin', 'pack'],
      about: 'Pack the archives of a release with their checksums',
      arguments: [
        { name: '--name', about: 'Name of the plugin, without prefix', required: true },
        { name: '--version', about: 'Semantic version, as in the manifest', required: true },
        { name: '--out', about: 'Directory for the archives', required: true },
        {
          name: '--bin',
          about: 'Executable of a platform, as linux/amd64=PATH; repeat for each platform',
          required: true,
          several: true,
        },
        { name: '--include', about: 'File to add to each archive; repeat for each file', several: true },
        {
          name: '--prefix',
          about: 'Prefix of the executable and of the archive. Default: cgw',
          values: ['cgw', 'oc'],
        },
        {
          name: '--skip-manifest-check',
          about: "Do not run this platform's executable to check its manifest",
          alone: true,
        },
        FORCE,
      ],
      examples: [
        'cgw plugin pack --name demo --version 1.2.0 --out dist \\',
        '  --bin linux/amd64=build/demo-linux --bin darwin/arm64=build/demo-mac --include LICENSE',
      ],
      run: async (_session, given) => {
        const [{ pack }, { releaseOf }] = await Promise.all([
          import('./packages/pack.js'),
          import('./packages/release.js'),
        ]);
        return { document: await pack(releaseOf(given)), hint: false };
      },
    },
  ];
}

async function installed({ flags, words }: Arguments, isBuiltIn: (name: string) => boolean): Promise<Answer> {
  const command = ['plugin', 'install'];
  const [archive] = words;
  if (archive === undefined) throw misused('The archive to install is missing.', command);
  if (typeof flags['checksums'] !== 'string')
    throw misused('--checksums is missing. Plugins are installed only with a verified checksum.', command);
  const { install } = await import('./packages/install.js');
  const { path, sha256, manifest } = await install({
    archive,
    checksums: flags['checksums'],
    replace: flags['force'] === true,
    patienceMs: durationOf(String(flags['timeout'] ?? DOWNLOAD_PATIENCE), command),
    isBuiltIn,
  });
  const { name, version, auth } = manifest;
  const document = { status: 'installed', name, version, path, sha256, auth_required: auth.required };
  return { document, hint: false };
}

function only({ words }: Arguments, command: string): string {
  return pluginNamed(words[0], ['plugin', command]);
}
