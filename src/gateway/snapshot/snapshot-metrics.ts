import type { Metrics } from '../../kernel/metrics/metrics.js';
import type { LayerKind } from './layers-read.js';

const KEPT = ['partners', 'organizations', 'workspaces', 'agents'] as const;

/** What keeping and reading layers adds to `/metrics` (06 §18.2). */
export function snapshotMetrics(
  metrics: Metrics,
  kept: () => Record<(typeof KEPT)[number], number>,
): { statement: () => void; layer: (kind: LayerKind) => void } {
  const statements = metrics.counter({
    name: 'gateway_snapshot_statements_total',
    help: 'Round trips to the database that read what agents may do',
  });
  const layers = metrics.counter<{ layer: LayerKind }>({
    name: 'gateway_snapshot_layers_total',
    help: 'Partners, organizations and workspaces that were read and compiled',
    labelNames: ['layer'],
  });
  metrics.gauge<{ kind: (typeof KEPT)[number] }>({
    name: 'gateway_snapshots_kept',
    help: 'Partners, organizations, workspaces and agents whose snapshot is in memory',
    labelNames: ['kind'],
    collect() {
      const counts = kept();
      for (const kind of KEPT) this.set({ kind }, counts[kind]);
    },
  });
  return { statement: () => statements.inc(), layer: (layer) => layers.inc({ layer }) };
}
