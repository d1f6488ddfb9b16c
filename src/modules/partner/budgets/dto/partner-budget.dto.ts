import { Field } from '../../../../kernel/http/fields/fields.js';

export const PERIODS = ['monthly', 'total'] as const;
const HIGHEST_LIMIT_CENTS = 100_000_000;

export class SetPartnerBudgetRequest {
  @Field.integer({ min: 1, max: HIGHEST_LIMIT_CENTS, description: 'In cents of a US dollar.' })
  limitCents: number;

  @Field.oneOf(PERIODS, {
    description: '`monthly` begins anew on the first day of each month in UTC, `total` never does.',
  })
  period: (typeof PERIODS)[number];

  @Field.boolean({
    optional: true,
    description:
      'Lets calls pass whose cost cannot be measured: WebSockets, background responses, batches, files and the like. ' +
      'Default false: the gateway refuses them with `budget_unmeterable`.',
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

  @Field.boolean({ description: 'Whether calls pass whose cost cannot be measured.' })
  allowUnmetered: boolean;

  @Field.integer({ description: 'Of the present period, rounded down. Some seconds behind the traffic.' })
  spentCents: number;
}
