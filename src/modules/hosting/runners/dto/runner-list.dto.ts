import { Field } from '../../../../kernel/http/fields/fields.js';

export class RunnerResponse {
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.oneOf(['external', 'embedded']) kind: 'external' | 'embedded';
  @Field.boolean() online: boolean;
  @Field.dateTime({ nullable: true }) lastSeenAt: string | null;
  @Field.integer({ description: 'Number of started sandboxes.' }) sandboxCount: number;

  @Field.json({
    schema: { type: 'object', additionalProperties: true },
    description: 'What the runner reported when it registered.',
  })
  capabilities: object;

  @Field.integer({ description: 'Number of sandboxes kept awake by background processes.' })
  heldAwakeCount: number;
  @Field.integer({ description: 'Highest allowed value of `heldAwakeCount`.' }) heldAwakeCeiling: number;
}

export class RunnerListResponse {
  @Field.list(RunnerResponse) runners: RunnerResponse[];
}
