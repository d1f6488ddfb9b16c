import { Field } from '../../../../kernel/http/fields/fields.js';
import { LlmUsageResponse } from './llm-usage.dto.js';
import {
  LIMITED_KINDS,
  type LimitedKind,
  LIMIT_SETTINGS,
  type LimitSetting,
} from '../../../foundation/limits/limited-kinds.js';

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

const PARTS = ['llm'] as const;
const DAY = { schema: { format: 'date' } };

/** All but `include` are about the part `llm`. */
export class UsageQuery {
  @Field.oneOf(PARTS, { optional: true, description: 'What to answer besides.' })
  include?: (typeof PARTS)[number];

  @Field.string({
    optional: true,
    ...DAY,
    description: 'The first day that counts, in UTC; that of the month by default.',
  })
  from?: string;

  @Field.string({
    optional: true,
    ...DAY,
    description: 'The last day that counts, in UTC; the present one by default.',
  })
  to?: string;

  @Field.string({ optional: true, schema: { format: 'uuid' } })
  agentId?: string;

  @Field.integer({ optional: true, fromText: true, min: 1, max: 1_000, default: 200 })
  limit?: number;

  @Field.string({ optional: true, schema: { minLength: 1 }, description: '`nextCursor` of the page before.' })
  cursor?: string;
}

export class ResourceUsageResponse {
  @Field.oneOf(USAGE_NAMES)
  name: UsageName;

  @Field.integer()
  current: number;

  @Field.integer({ nullable: true, description: 'Null is unlimited.' })
  limit: number | null;
}

export class LimitUsageResponse {
  @Field.oneOf(LIMITED_KINDS)
  kind: LimitedKind;

  @Field.oneOf(LIMIT_SETTINGS, { description: 'The setting of this server.' })
  limit: LimitSetting;

  @Field.integer({
    description:
      'Of `pending_bytes` what the workspace has that has most, of `streams` what is open at the process that ' +
      'answers, of `organizations` what you own.',
  })
  current: number;

  @Field.integer({ nullable: true, description: 'Null is unlimited.' })
  max: number | null;
}

export class UsageResponse {
  @Field.string({ description: 'The plan; `enterprise` on self-hosted deployments, which have none.' })
  plan: string;

  @Field.list(ResourceUsageResponse)
  resources: ResourceUsageResponse[];

  @Field.list(LimitUsageResponse, { description: 'What this server lets one organization have.' })
  limits: LimitUsageResponse[];

  @Field.object(LlmUsageResponse, {
    optional: true,
    description: 'What agents used of models, where `include` asks for it.',
  })
  llm?: LlmUsageResponse;
}
