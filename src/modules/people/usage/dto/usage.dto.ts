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
  @Field.oneOf(PARTS, { optional: true, description: 'Additional data in the response.' })
  include?: (typeof PARTS)[number];

  @Field.string({
    optional: true,
    ...DAY,
    description: 'First day included, in UTC. Default: the first day of the current month.',
  })
  from?: string;

  @Field.string({
    optional: true,
    ...DAY,
    description: 'Last day included, in UTC. Default: today.',
  })
  to?: string;

  @Field.string({ optional: true, schema: { format: 'uuid' } })
  agentId?: string;

  @Field.integer({ optional: true, fromText: true, min: 1, max: 1_000, default: 200 })
  limit?: number;

  @Field.string({
    optional: true,
    schema: { minLength: 1 },
    description: '`nextCursor` of the previous page.',
  })
  cursor?: string;
}

export class ResourceUsageResponse {
  @Field.oneOf(USAGE_NAMES)
  name: UsageName;

  @Field.integer()
  current: number;

  @Field.integer({ nullable: true, description: 'Null means unlimited.' })
  limit: number | null;
}

export class LimitUsageResponse {
  @Field.oneOf(LIMITED_KINDS)
  kind: LimitedKind;

  @Field.oneOf(LIMIT_SETTINGS, { description: 'The limit set on this server.' })
  limit: LimitSetting;

  @Field.integer({
    description:
      'For `pending_bytes` the value of the workspace that holds the most; for `streams` the streams ' +
      'open at the process that answers; for `organizations` the organizations you own.',
  })
  current: number;

  @Field.integer({ nullable: true, description: 'Null means unlimited.' })
  max: number | null;
}

export class UsageResponse {
  @Field.string({ description: 'The plan; `enterprise` on self-hosted servers, which have no plans.' })
  plan: string;

  @Field.list(ResourceUsageResponse)
  resources: ResourceUsageResponse[];

  @Field.list(LimitUsageResponse, { description: 'The limits of this server for one organization.' })
  limits: LimitUsageResponse[];

  @Field.object(LlmUsageResponse, {
    optional: true,
    description: 'Model usage of agents; present if `include` asks for it.',
  })
  llm?: LlmUsageResponse;
}
