import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes this process still holds, without what only waits to be collected, however rarely V8 tidies up. */
export function heldMemory(): Pick<NodeJS.MemoryUsage, 'heapUsed' | 'arrayBuffers'> {
  collectGarbage();
  return process.memoryUsage();
}
