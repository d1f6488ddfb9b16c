import { collectDefaultMetrics, type Registry } from 'prom-client';

/**
 * Gauges that the library names as only counters are named (`_total`): what reads the text judges a metric by its name, and
 * would compute rates of them.
 */
const RENAMED: Readonly<Record<string, string>> = {
  nodejs_active_handles_total: 'nodejs_active_handles_count',
  nodejs_active_requests_total: 'nodejs_active_requests_count',
  nodejs_active_resources_total: 'nodejs_active_resources_count',
};

/** What the library measures of the process and its runtime, into the registry. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const [name, renamed] of Object.entries(RENAMED)) {
    const metric = registry.getSingleMetric(name);
    if (metric === undefined) continue;
    registry.removeSingleMetric(name);
    // It collects into itself, whatever it is called.
    registry.registerMetric(Object.assign(metric, { name: renamed }));
  }
}
