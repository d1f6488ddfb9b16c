/**
 * What code may do with a metric. Labels are a type with a list of words for each, so that the compiler refuses whatever is
 * not on the list, and `docs/metrics.md` is written from it: their number stays bounded because it is declared.
 */
export type Labels = Readonly<Record<string, string>>;

/** A value that is a name in this file or setting of the operator's, and nothing else: there are as many as stand there. */
export type NameIn<Table extends string> = string & { readonly nameIn?: Table };

/** Without labels the number comes first. */
type Of<L, Amount extends [number?]> = [L] extends [never] ? Amount : [labels: L, ...Amount];

export interface Counted<L extends Labels = never> {
  inc(...change: Of<L, [count?: number]>): void;
  reset(): void;
}

export interface Measured<L extends Labels = never> {
  set(...change: Of<L, [value: number]>): void;
  inc(...change: Of<L, [count?: number]>): void;
  dec(...change: Of<L, [count?: number]>): void;
}

export interface MetricOptions<L extends Labels, M> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly (keyof L & string)[];
  /** How the figures of several processes become one: their sum, unless each of them tells the same. */
  readonly aggregator?: 'max';
  /** Asked at every scrape, for what is known already somewhere else. */
  readonly collect?: (this: M) => void;
}
