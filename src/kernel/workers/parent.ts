import type { Metrics } from '../metrics/metrics.js';
import type { FromWorker, ToWorker } from './messages.js';

/** The channel to the process that started this one. */
export interface ParentChannel {
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  send?: ((message: FromWorker) => unknown) | undefined;
}

/** `stop` is called when the parent says so, and when it is gone: nobody would look after this process any more. */
export function followParent(channel: ParentChannel, stop: () => void): void {
  channel.on('disconnect', stop);
  channel.on('message', (message) => {
    if (message.kind === 'stop') stop();
  });
}

/** Tells the parent that connections are taken, and from now on what was measured here. */
export function reportTo(channel: ParentChannel, metrics: Pick<Metrics, 'measurements'>): void {
  channel.on('message', (message) => {
    if (message.kind !== 'metrics') return;
    const { id } = message;
    void metrics.measurements().then((all) => channel.send?.({ kind: 'metrics', id, metrics: all }));
  });
  channel.send?.({ kind: 'ready' });
}
