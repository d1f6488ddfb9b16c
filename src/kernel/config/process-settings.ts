/**
 * What has to be settled when a process begins, because the allocator and V8 read it once: how memory is taken and given
 * back (ADR 28). Whatever the operator has set already, in the environment or as a flag of Node.js, stays as it is.
 */

export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** The flags that this process of Node.js was started with. */
  readonly flags: readonly string[];
  /** What all processes of the server may use: the machine's memory, or its container's. */
  readonly memoryBytes: number;
}

/** What is missing; nothing when the process is as it should be. */
export interface ProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

const MEBIBYTE = 1_048_576;
/** The rest is for what V8 does not count: sockets, TLS sessions, buffers, the program itself. */
const HEAP_SHARE = 0.5;
/** The server does not start with less. */
const SMALLEST_HEAP_MEBIBYTES = 128;
/** V8's own most, beyond which collections take too long for whoever waits. */
const LARGEST_HEAP_MEBIBYTES = 4_096;
/** V8 would take three times 32 MiB at boot for what lives shortly and keep them; requests were no faster for it. */
const YOUNG_GENERATION_MEBIBYTES = 8;

/**
 * Read by glibc; other C libraries do not know them. One arena, because each keeps what it has. From the threshold on a
 * block is a mapping of its own, which goes back when it is freed; below, blocks share pages, and one that lives keeps
 * many. Setting the threshold also ends that glibc raises it whenever a larger block was freed.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

export function missingSettings({ environment, flags, memoryBytes }: Surroundings): ProcessSettings {
  const given = [...flags, ...(environment['NODE_OPTIONS'] ?? '').split(/\s+/)].map(nameOf);
  const wanted = [
    `--max-old-space-size=${heapMebibytes(memoryBytes / processes(environment))}`,
    `--max-semi-space-size=${YOUNG_GENERATION_MEBIBYTES}`,
    '--expose-gc',
  ];
  return {
    environment: Object.fromEntries(
      Object.entries(ALLOCATOR).filter(([name]) => environment[name] === undefined),
    ),
    flags: wanted.filter((flag) => !given.includes(nameOf(flag))),
  };
}

/** Those that will share the gateway port share the memory. What is no number is refused where settings are read. */
function processes({ GATEWAY_WORKERS: workers }: NodeJS.ProcessEnv): number {
  return Math.max(1, Number.parseInt(workers ?? '', 10) || 1);
}

function heapMebibytes(memoryBytes: number): number {
  const share = Math.floor((memoryBytes * HEAP_SHARE) / MEBIBYTE);
  return Math.max(SMALLEST_HEAP_MEBIBYTES, Math.min(LARGEST_HEAP_MEBIBYTES, share));
}

/** `--max_old_space_size=1` and `--max-old-space-size=1` are the same; so are a percentage and a size of the heap. */
function nameOf(flag: string): string {
  return flag
    .split('=', 1)[0]!
    .replaceAll('_', '-')
    .replace(/-percentage$/, '');
}
