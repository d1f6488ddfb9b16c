import type { MeteredAnswer } from '../../domain/metering/answer-reading.js';
import type { Priced } from '../../domain/metering/price-table.js';

/** What one call came to. */
export interface Charge extends MeteredAnswer, Priced {
  readonly provider: string;
}
