export interface Mount {
  readonly source: string;
  readonly target: string;
}

/** Makes one container: what is added to it stands between these. */
export interface RunLine {
  readonly kind: 'run';
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Makes those of a project, whose `--file` flags stand apart. */
export interface ComposeLine {
  readonly kind: 'compose';
  readonly before: readonly string[];
  readonly files: readonly string[];
  readonly after: readonly string[];
}

/** Starts programs in containers that are there. */
export interface ExistingLine {
  readonly kind: 'existing';
  readonly word: string;
}

export type ContainerLine = RunLine | ComposeLine | ExistingLine;

const CLIENTS = ['docker', 'podman', 'nerdctl'];
const ALONE = 'docker-compose';

const MAKING = ['run', 'create'];
const MAKING_PROJECTS = ['up', 'run', 'create', 'watch'];
/** They start programs in containers that were made before, or elsewhere. */
const EXISTING = ['exec', 'start', 'restart', 'unpause', 'service', 'stack', 'play', 'kube'];

/** Flags in front of the subcommand whose value is the next word. */
const WITH_VALUE = new Set([
  ...['--config', '--context', '-c', '--host', '-H', '--log-level', '-l'],
  ...['--tlscacert', '--tlscert', '--tlskey'],
  // Of podman and nerdctl.
  ...[
    '--connection',
    '--url',
    '--identity',
    '--root',
    '--runroot',
    '--runtime',
    '--storage-driver',
    '--storage-opt',
  ],
  ...[
    '--cgroup-manager',
    '--tmpdir',
    '--module',
    '--out',
    '--namespace',
    '-n',
    '--address',
    '-a',
    '--snapshotter',
  ],
]);
const FILE_FLAGS = ['--file', '-f'];
const WITH_VALUE_OF_COMPOSE = new Set([
  ...FILE_FLAGS,
  ...[
    '--project-name',
    '-p',
    '--profile',
    '--env-file',
    '--project-directory',
    '--ansi',
    '--progress',
    '--parallel',
  ],
]);

/** Undefined where a line has nothing to do with running containers. */
export function containerLine(program: string, args: readonly string[]): ContainerLine | undefined {
  if (program === ALONE) return composeLine([], args);
  if (!CLIENTS.includes(program)) return undefined;
  const at = firstWord(args, 0, WITH_VALUE);
  const noun = args[at] === 'container' ? at + 1 : at;
  const word = args[noun] ?? '';
  if (MAKING.includes(word))
    return { kind: 'run', before: args.slice(0, noun + 1), after: args.slice(noun + 1) };
  if (word === 'compose') return composeLine(args.slice(0, noun + 1), args.slice(noun + 1));
  return EXISTING.includes(word) ? { kind: 'existing', word } : undefined;
}

function composeLine(client: readonly string[], args: readonly string[]): ContainerLine | undefined {
  const at = firstWord(args, 0, WITH_VALUE_OF_COMPOSE);
  const word = args[at] ?? '';
  if (EXISTING.includes(word)) return { kind: 'existing', word };
  if (!MAKING_PROJECTS.includes(word)) return undefined;
  const files: string[] = [];
  const others: string[] = [];
  for (let each = 0; each < at; each += 1) {
    const flag = args[each]!;
    const whole = WITH_VALUE_OF_COMPOSE.has(flag) ? [flag, args[(each += 1)] ?? ''] : [flag];
    const ofFile = FILE_FLAGS.some((name) => flag === name || flag.startsWith(`${name}=`));
    (ofFile ? files : others).push(...whole);
  }
  return { kind: 'compose', before: [...client, ...others], files, after: args.slice(at) };
}

function firstWord(args: readonly string[], from: number, withValue: ReadonlySet<string>): number {
  let at = from;
  while (at < args.length && args[at]!.startsWith('-')) at += withValue.has(args[at]!) ? 2 : 1;
  return at;
}

/** The flags that put a container behind the gateway: variables by name, so that no token stands in a list of processes. */
export function containerFlags(
  variables: Readonly<Record<string, string>>,
  mounts: readonly Mount[],
): readonly string[] {
  return [
    ...Object.keys(variables).flatMap((name) => ['-e', name]),
    ...mounts.flatMap(({ source, target }) => ['-v', `${source}:${target}:ro`]),
    '--add-host',
    HOST_OF_CONTAINERS,
  ];
}

export const HOST_OF_CONTAINERS = 'host.docker.internal:host-gateway';
