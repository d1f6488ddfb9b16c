/** What traces are made of, without the library that makes them. */

/** Of a few bytes each, and never a secret, a query or a body: they leave this deployment. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  readonly traceId: string;
  /** A part of this one; `client` asks somebody else for something. */
  child(name: string, kind: 'internal' | 'client', attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  end(failed: boolean): void;
}

export interface Tracer {
  /**
   * The first span of a request that arrived at `at`, by `performance.now()`; null for one that is not sampled.
   * `traceparent`: the W3C field of a trace that it belongs to. Never throws.
   */
  begin(name: string, at: number, traceparent: string | null): Span | null;
}
