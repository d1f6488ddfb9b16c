import { getSchemaPath } from '@nestjs/swagger';
import type { RuleOutcome } from '../../../domain/decision/policy/evaluation/explain-rules.js';
import type { TargetPart } from '../../../domain/decision/policy/evaluation/target-miss.js';
import { Field } from '../../../kernel/http/fields/fields.js';
import {
  DECIDED_BY_SCHEMA,
  DecidingRuleResponse,
  ProvenanceModels,
  RedactedRuleResponse,
} from '../../../modules/policy/effective-policy/dto/provenance.dto.js';
import type { DecidedBy } from '../../../modules/policy/effective-policy/model/redaction.js';

const SCOPES = ['organization', 'workspace'] as const;
const OUTCOMES = [
  'decides',
  'applies',
  'overruled',
  'discarded',
  'shadowed',
  'disabled',
  'identity',
  'target',
  'condition',
] as const satisfies RuleOutcome[];
const PARTS = [
  'host',
  'path',
  'method',
  'tool',
  'own_tool',
  'connection',
  'app',
  'secret',
  'none',
] as const satisfies TargetPart[];
const RULE_SCHEMA = {
  oneOf: [DecidingRuleResponse, RedactedRuleResponse].map((type) => ({ $ref: getSchemaPath(type) })),
};
const FAILED_SCHEMA = {
  oneOf: [
    { type: 'string', enum: [...PARTS] },
    { type: 'integer', minimum: 0 },
  ],
};

class SimulatedRefusalResponse {
  @Field.integer() status: number;
  @Field.json() body: Record<string, unknown>;
}

class SimulatedLimitResponse {
  @Field.oneOf(SCOPES) scope: string;
  @Field.string({ nullable: true }) logicalId: string | null;
  @Field.integer() limit: number;
  @Field.oneOf(['minute', 'hour', 'day']) window: string;
}

class SimulatedModifiersResponse {
  @Field.list(SimulatedLimitResponse) rateLimits: SimulatedLimitResponse[];
  @Field.boolean() approval: boolean;
}

class SimulatedFactsResponse {
  @Field.string() host: string;
  @Field.string() path: string;
  @Field.string() canonicalPath: string;
  @Field.list('string') methods: string[];
  @Field.string({ nullable: true }) provider: string | null;
  @Field.boolean() llmHost: boolean;
  @Field.boolean({ description: 'Whether the agent has a credential for the host.' }) managed: boolean;
  @Field.boolean() webSocket: boolean;
}

class ConnectionOfferResponse {
  @Field.string() id: string;
  @Field.string({ nullable: true }) label: string | null;
  @Field.string() provider: string;
  @Field.string() display_name: string;
}

class SimulatedDefaultResponse {
  @Field.oneOf(['allow', 'block']) action: string;
  @Field.oneOf(['credentialed', 'all']) coverage: string;
}

@ProvenanceModels()
class SimulatedRuleResponse {
  @Field.oneOf(OUTCOMES) outcome: RuleOutcome;
  @Field.json({ schema: RULE_SCHEMA }) rule: DecidingRuleResponse | RedactedRuleResponse;

  @Field.json({
    nullable: true,
    schema: FAILED_SCHEMA,
    description: 'The part of the closest target, or the index of the condition, that did not match.',
  })
  failed: TargetPart | number | null;
}

class SimulatedSetResponse {
  @Field.oneOf(SCOPES) scope: string;
  @Field.boolean({ description: 'Whether the default of the set applies to this request.' }) armed: boolean;
  @Field.object(SimulatedDefaultResponse) default: SimulatedDefaultResponse;
  @Field.list(SimulatedRuleResponse) rules: SimulatedRuleResponse[];
  @Field.boolean({ description: 'True if there are more rules.' }) truncated: boolean;
}

class SimulatedInjectionResponse {
  @Field.oneOf(['secret', 'connection']) kind: 'secret' | 'connection';
  @Field.string() id: string;
  @Field.string({ nullable: true }) name: string | null;
  @Field.string({ nullable: true }) provider: string | null;
  @Field.oneOf(['workspace', 'organization', 'partner']) scope: string;

  @Field.list('string', { description: '`header:<name>`, `query:<name>` or `path`; never a value.' })
  slots: string[];
}

@ProvenanceModels()
export class SimulationResponse {
  @Field.oneOf(['allow', 'approval', 'refuse'], { description: 'Without regard to rate limits.' })
  verdict: 'allow' | 'approval' | 'refuse';

  @Field.object(SimulatedRefusalResponse, {
    nullable: true,
    description: 'The error response that the agent would receive.',
  })
  refusal: SimulatedRefusalResponse | null;

  @Field.json({ nullable: true, schema: DECIDED_BY_SCHEMA }) decidedBy: DecidedBy | null;
  @Field.object(SimulatedModifiersResponse) modifiers: SimulatedModifiersResponse;
  @Field.object(SimulatedFactsResponse) request: SimulatedFactsResponse;
  @Field.list(ConnectionOfferResponse) connections: ConnectionOfferResponse[];
  @Field.object(ConnectionOfferResponse, { nullable: true }) winner: ConnectionOfferResponse | null;

  @Field.list(SimulatedSetResponse, {
    description: 'First the organization, then the workspace. Empty if the request is refused earlier.',
  })
  sets: SimulatedSetResponse[];

  @Field.list(SimulatedInjectionResponse) injection: SimulatedInjectionResponse[];

  @Field.oneOf(['own_origin', 'plain_http'], {
    nullable: true,
    description:
      'Why credentials of the agent are not written: the request is for this server itself, or ' +
      'unencrypted to a host that the operator did not list.',
  })
  withheld: 'own_origin' | 'plain_http' | null;

  @Field.object(SimulatedRefusalResponse, {
    nullable: true,
    description:
      'If no credential is written: the message about what is missing, which the agent receives when ' +
      'the upstream answers 401. Null if the upstream’s own response would pass.',
  })
  hint: SimulatedRefusalResponse | null;

  @Field.json({
    schema: { type: 'array', items: { type: 'string', enum: ['dns', 'vault', 'resource_guard'] } },
    description: 'Checks that would need a call to another service.',
  })
  notChecked: ('dns' | 'vault' | 'resource_guard')[];
}
