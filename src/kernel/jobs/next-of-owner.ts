import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';

/** A finished job frees its owner within a round trip to the database, after the worker has looked for its next job. */
const FREED_AFTER_MS = 25;

/**
 * Makes a worker look again shortly after a job with an owner has ended. Jobs of one owner run one at a time (R62), and
 * a worker that finds the owner still occupied would otherwise sleep until its next poll, two seconds for each job.
 * `isStopping`: no worker is woken any more.
 */
export function wakingForNextOfOwner(isStopping: () => boolean): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id === null) return;
    setTimeout(() => {
      if (isStopping()) return;
      try {
        worker.workerPool.nudge(1);
      } catch {
        // A worker that gave up asserts; its runner is replaced and looks by itself.
      }
    }, FREED_AFTER_MS).unref();
  });
  return events;
}
