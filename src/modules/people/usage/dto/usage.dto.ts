import { Field } from '../../../../kernel/http/fields.js';

/** The names clients show, in the order they are answered (01 §18.8). */
export const USAGE_NAMES = [
  'Workspaces',
  'Agents',
  'Secrets',
  'OAuth apps',
  'Integration calls',
  'Members',
] as const;
export type UsageName = (typeof USAGE_NAMES)[number];

export class ResourceUsageResponse {
  @Field.oneOf(USAGE_NAMES)
  name: UsageName;

  @Field.integer()
  current: number;

  @Field.integer({ nullable: true, description: 'Null is unlimited.' })
  limit: number | null;
}

export class UsageResponse {
  @Field.string({ description: 'The plan; `enterprise` on self-hosted deployments, which have none.' })
  plan: string;

  @Field.list(ResourceUsageResponse)
  resources: ResourceUsageResponse[];
}
