import type { Measurements } from '../metrics/metrics.js';

/** What a worker tells the process that started it. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: Measurements };

export type ToWorker = { readonly kind: 'stop' } | { readonly kind: 'metrics'; readonly id: number };
