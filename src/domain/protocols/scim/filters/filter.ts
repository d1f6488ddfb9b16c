/** Operators that compare an attribute with a value (RFC 7644 §3.4.2.2). */
export const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export type FilterValue = string | number | boolean | null;

/** A parsed filter. Attribute names are lower case, without the URN of a core schema. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | {
      readonly kind: 'compare';
      readonly attribute: string;
      readonly comparison: Comparison;
      readonly value: FilterValue;
    }
  | { readonly kind: 'present'; readonly attribute: string }
  /** One element of a multi-valued attribute meets all of `filter`, whose names are relative to it. */
  | { readonly kind: 'element'; readonly attribute: string; readonly filter: Filter };
