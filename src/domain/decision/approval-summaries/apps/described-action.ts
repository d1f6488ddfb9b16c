import type { Details } from '../content/shown-text.js';
import type { SummarizedRequest } from '../content/summary.js';

/** What the reader of one app says of a request, while details are still collected. */
export interface DescribedAction {
  action: string;
  details: Details;
}

/** Describes the requests of one app; null for a request it does not know. */
export type AppSummarizer = (request: SummarizedRequest) => DescribedAction | null;
