import { ArrayField, EnumField, IntegerField, StringField } from '../../../../kernel/http/fields.js';

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
  @EnumField(USAGE_NAMES)
  name: UsageName;

  @IntegerField()
  current: number;

  @IntegerField({ nullable: true, description: 'Null is unlimited.' })
  limit: number | null;
}

export class UsageResponse {
  @StringField({ description: 'The plan; `enterprise` on self-hosted deployments, which have none.' })
  plan: string;

  @ArrayField(ResourceUsageResponse)
  resources: ResourceUsageResponse[];
}
