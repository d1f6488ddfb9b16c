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
/**
 * V8 has three spaces of this size for what lives shortly. The smaller they are, the more of what requests under way need
 * is copied, and then kept until a full collection: a list took 1.4 times the CPU time with 8 MiB that it took with 32.
 * Once a process is calm they are given back, whatever their size. Powers of two, as V8 would make them.
 */
const LARGEST_YOUNG_MEBIBYTES = 32;
const SMALLEST_YOUNG_MEBIBYTES = 8;
const YOUNG_SHARE = 1 / 64;
/**
 * By how much of what lived the heap may grow until V8 looks through all of it again. Left to itself V8 takes a process
 * that keeps little of what it makes for one that needs no more than 8 MiB, and marks a heap of 100 MiB every other
 * second (ADR 80). More would be resident for as long, so that a process with little memory has to do without.
 */
const GROWTH_PERCENT = 50;
const ROOM_TO_GROW_MEBIBYTES = 1_024;

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
  const own = memoryBytes / processes(environment);
  const wanted = [
    `--max-old-space-size=${heapMebibytes(own)}`,
    `--max-semi-space-size=${youngMebibytes(own)}`,
    ...(own >= ROOM_TO_GROW_MEBIBYTES * MEBIBYTE ? [`--heap-growing-percent=${GROWTH_PERCENT}`] : []),
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

function youngMebibytes(memoryBytes: number): number {
  const share = 2 ** Math.floor(Math.log2(Math.max(1, (memoryBytes * YOUNG_SHARE) / MEBIBYTE)));
  return Math.max(SMALLEST_YOUNG_MEBIBYTES, Math.min(LARGEST_YOUNG_MEBIBYTES, share));
}

/** `--max_old_space_size=1` and `--max-old-space-size=1` are the same; so are a percentage and a size of the heap. */
function nameOf(flag: string): string {
  return flag
    .split('=', 1)[0]!
    .replaceAll('_', '-')
    .replace(/-percentage$/, '');
}
