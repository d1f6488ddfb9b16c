/**
 * Keeps a program within so much memory: by a control group where this process may make one, which the kernel
 * enforces, else by looking at what is resident and killing what exceeds it. `how` says which.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { residentMegabytes } from '../load/stand/worker.mjs';

const MEBIBYTE = 1_048_576;
const WATCH_MS = 100;
const NAME = `credential-gateway-hostile-${process.pid}`;
/** The two layouts of the kernel: version 2 has one tree, version 1 one for each controller. */
const LAYOUTS = [
  { folder: `/sys/fs/cgroup/${NAME}`, limit: 'memory.max', parent: '/sys/fs/cgroup/cgroup.subtree_control' },
  { folder: `/sys/fs/cgroup/memory/${NAME}`, limit: 'memory.limit_in_bytes', parent: null },
];
const JOIN = 'echo $$ > "$0" && exec "$@"';

export function limitMemory(megabytes) {
  for (const layout of LAYOUTS) {
    const group = tryGroup(layout, megabytes);
    if (group) return group;
  }
  return watched(megabytes);
}

function tryGroup({ folder, limit, parent }, megabytes) {
  try {
    if (parent) writeFileSync(parent, '+memory');
    mkdirSync(folder);
    if (!existsSync(`${folder}/${limit}`)) throw new Error('no memory controller');
    writeFileSync(`${folder}/${limit}`, String(megabytes * MEBIBYTE));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  return {
    how: `a control group of ${megabytes} MiB`,
    environment: {},
    launch: (command, args) => ['sh', ['-c', JOIN, `${folder}/cgroup.procs`, command, ...args]],
    watch: () => () => undefined,
    remove: () => rmdirSync(folder),
  };
}

/** Without a group the program cannot see its limit, so its heap is bounded from outside as well. */
function watched(megabytes) {
  return {
    how: `killed when more than ${megabytes} MiB are resident, ${megabytes / 2} MiB of heap`,
    environment: { NODE_OPTIONS: `--max-old-space-size=${megabytes / 2}` },
    launch: (command, args) => [command, args],
    watch: (pid) => {
      const timer = setInterval(() => {
        if (residentMegabytes(pid) > megabytes) process.kill(pid, 'SIGKILL');
      }, WATCH_MS);
      return () => clearInterval(timer);
    },
    remove: () => undefined,
  };
}

/** The most that was resident since `forgetPeak`, in MiB; where /proc does not tell, what is resident now. */
export function peakMegabytes(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) / 1_024;
  } catch {
    return 0;
  }
}

export function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the peak is that of the whole run.
  }
}
