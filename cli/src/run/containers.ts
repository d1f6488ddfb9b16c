import type { ContainerConfig } from './container-config.js';

export interface Mount {
  readonly source: string;
  readonly target: string;
}

/** Whether the rest of a line starts containers: the words before what is to be added, and those after. */
export function containerLine(
  program: string,
  args: readonly string[],
): readonly [readonly string[], readonly string[]] | undefined {
  if (!['docker', 'podman', 'nerdctl'].includes(program)) return undefined;
  const at = args.findIndex((word) => !word.startsWith('-'));
  if (at < 0) return undefined;
  if (['run', 'create'].includes(args[at]!)) return [args.slice(0, at + 1), args.slice(at + 1)];
  if (args[at] !== 'compose') return undefined;
  const run = args.indexOf('run', at);
  return run < 0 ? undefined : [args.slice(0, run + 1), args.slice(run + 1)];
}

/** The flags that put a container behind the gateway: variables by name, so that no token stands in a list of processes. */
export function containerFlags(
  config: ContainerConfig,
  mounts: readonly Mount[],
  { compose }: { compose: boolean },
): readonly string[] {
  return [
    ...Object.keys(config.env).flatMap((name) => ['-e', name]),
    ...mounts.flatMap(({ source, target }) => ['-v', `${source}:${target}:ro`]),
    // Compose has no such flag; there the file itself says it.
    ...(compose ? [] : ['--add-host', 'host.docker.internal:host-gateway']),
  ];
}
