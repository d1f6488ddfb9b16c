import { FairTurns } from '../scheduling/fair-turns.js';

/**
 * Look-ups of names in this process. One of a silent name server keeps a thread for many seconds, libuv runs eight of
 * them (`kernel/config/process/thread-pool.ts`), and outsiders choose the names. So organizations take turns, and one with many
 * agents holds half of the threads (R62); `part` of an organization is an agent or a host.
 */
export const LOOKUPS = new FairTurns({ most: 8, reserve: 2, eachPart: 2 });
