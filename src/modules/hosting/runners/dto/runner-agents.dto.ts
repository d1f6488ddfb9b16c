import { Field } from '../../../../kernel/http/fields/fields.js';

export class RunnerAgentsResponse {
  @Field.list('string') agentIds: string[];
}

export class CheckAgentsRequest {
  @Field.list('string', { maxItems: 500, itemMaxLength: 100 }) agentIds: string[];
}

export class MissingAgentsResponse {
  @Field.list('string') missing: string[];
}
