import { Field } from '../../../../kernel/http/fields/fields.js';

export const PERIODS = ['monthly', 'total'] as const;
const HIGHEST_LIMIT_CENTS = 100_000_000;

export class SetPartnerBudgetRequest {
  @Field.integer({ min: 1, max: HIGHEST_LIMIT_CENTS, description: 'In US cents.' })
  limitCents: number;

  @Field.oneOf(PERIODS, {
    description: '`monthly` starts again on the first day of each month in UTC, `total` never does.',
  })
  period: (typeof PERIODS)[number];

  @Field.boolean({
    optional: true,
    description:
      'Allows calls whose cost cannot be measured: WebSockets, background responses, batches, files ' +
      'and similar ones. Default false: the gateway refuses them with `budget_unmeterable`.',
  })
  allowUnmetered?: boolean;
}

export class PartnerBudgetResponse {
  @Field.string()
  secretId: string;

  @Field.string()
  organizationId: string;

  @Field.integer()
  limitCents: number;

  @Field.oneOf(PERIODS)
  period: (typeof PERIODS)[number];

  @Field.boolean({ description: 'Whether calls whose cost cannot be measured are allowed.' })
  allowUnmetered: boolean;

  @Field.integer({
    description: 'Spending in the current period, rounded down. Updated some seconds after the traffic.',
  })
  spentCents: number;
}
