import type { MeteredAnswer } from '../../../domain/metering/usage/answer-reading.js';
import type { PriceRow } from '../../../domain/metering/prices/price-row.js';

/** A partner's secret on a call (07 §A11.4). */
export interface BudgetedSecret {
  readonly secretId: string;
  /** Whether a budget was in force when the call was let through; null: budgets could not be read, and its write decides. */
  readonly budgeted: true | null;
}

/** What one call came to. */
export interface Charge extends MeteredAnswer {
  /** What the model's tokens cost. */
  readonly row: PriceRow;
  /** Whose spend it is counted as. */
  readonly budgeted: readonly BudgetedSecret[];
}
