import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client';

export interface TalliedHistogramOptions {
  readonly name: string;
  readonly help: string;
  /** Ascending; what is beyond the last one is counted as well. */
  readonly buckets: readonly number[];
}

/**
 * A histogram without labels that is told of every request. Its counts are numbers in a row and become samples when
 * somebody asks: the library's own looks labels and bounds up by their text for each observation.
 */
export class TalliedHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  private readonly bounds: readonly number[];
  private readonly counts: Float64Array;
  private sum = 0;

  constructor({ name, help, buckets }: TalliedHistogramOptions) {
    this.name = name;
    this.help = help;
    this.bounds = buckets;
    this.counts = new Float64Array(buckets.length + 1);
  }

  observe(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at += 1;
    this.counts[at]! += 1;
    this.sum += value;
  }

  reset(): void {
    this.counts.fill(0);
    this.sum = 0;
  }

  /** What a registry asks. */
  get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const { name, help, type, aggregator } = this;
    let count = 0;
    const values: MetricValueWithName<string>[] = Array.from(this.counts, (more, at) => {
      count += more;
      return { labels: { le: this.bounds[at] ?? '+Inf' }, value: count, metricName: `${name}_bucket` };
    });
    values.push({ labels: {}, value: this.sum, metricName: `${name}_sum` });
    values.push({ labels: {}, value: count, metricName: `${name}_count` });
    return Promise.resolve({ name, help, type, aggregator, values } as never);
  }
}
