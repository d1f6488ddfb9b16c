import { Field } from '../../../../kernel/http/fields/fields.js';

export class RunnerResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.oneOf(['external', 'embedded']) kind: 'external' | 'embedded';
  @Field.boolean() online: boolean;
  @Field.dateTime({ nullable: true }) lastSeenAt: string | null;
  @Field.integer({ description: 'Sandboxes that are started.' }) sandboxCount: number;

  @Field.json({
    schema: { type: 'object', additionalProperties: true },
    description: 'What it said of itself when it registered.',
  })
  capabilities: object;

  @Field.integer({ description: 'Sandboxes held up by background work.' }) heldAwakeCount: number;
  @Field.integer({ description: 'How many may be.' }) heldAwakeCeiling: number;
}

export class RunnerListResponse {
  @Field.list(RunnerResponse) runners: RunnerResponse[];
}
