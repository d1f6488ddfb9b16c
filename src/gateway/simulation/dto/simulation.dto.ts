import { getSchemaPath } from '@nestjs/swagger';
import type { RuleOutcome } from '../../../domain/policy/explain-rules.js';
import type { TargetPart } from '../../../domain/policy/target-miss.js';
import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../kernel/http/fields.js';
import {
  DECIDED_BY_SCHEMA,
  DecidingRuleResponse,
  ProvenanceModels,
  RedactedRuleResponse,
} from '../../../modules/policy/effective-policy/dto/provenance.dto.js';
import type { DecidedBy } from '../../../modules/policy/effective-policy/redaction.js';

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
  @IntegerField() status: number;
  @JsonField() body: Record<string, unknown>;
}

class SimulatedLimitResponse {
  @EnumField(SCOPES) scope: string;
  @StringField({ nullable: true }) logicalId: string | null;
  @IntegerField() limit: number;
  @EnumField(['minute', 'hour', 'day']) window: string;
}

class SimulatedModifiersResponse {
  @ArrayField(SimulatedLimitResponse) rateLimits: SimulatedLimitResponse[];
  @BooleanField() approval: boolean;
}

class SimulatedFactsResponse {
  @StringField() host: string;
  @StringField() path: string;
  @StringField() canonicalPath: string;
  @ArrayField('string') methods: string[];
  @StringField({ nullable: true }) provider: string | null;
  @BooleanField() llmHost: boolean;
  @BooleanField({ description: 'A credential for the host is available to the agent.' }) managed: boolean;
  @BooleanField() webSocket: boolean;
}

class ConnectionOfferResponse {
  @StringField() id: string;
  @StringField({ nullable: true }) label: string | null;
  @StringField() provider: string;
  @StringField() display_name: string;
}

class SimulatedDefaultResponse {
  @EnumField(['allow', 'block']) action: string;
  @EnumField(['credentialed', 'all']) coverage: string;
}

@ProvenanceModels()
class SimulatedRuleResponse {
  @EnumField(OUTCOMES) outcome: RuleOutcome;
  @JsonField({ schema: RULE_SCHEMA }) rule: DecidingRuleResponse | RedactedRuleResponse;

  @JsonField({
    nullable: true,
    schema: FAILED_SCHEMA,
    description: 'The part of the nearest target, or the index of the condition, that did not match.',
  })
  failed: TargetPart | number | null;
}

class SimulatedSetResponse {
  @EnumField(SCOPES) scope: string;
  @BooleanField({ description: 'The default of the set counts for this request.' }) armed: boolean;
  @ObjectField(SimulatedDefaultResponse) default: SimulatedDefaultResponse;
  @ArrayField(SimulatedRuleResponse) rules: SimulatedRuleResponse[];
  @BooleanField({ description: 'More rules follow.' }) truncated: boolean;
}

class SimulatedInjectionResponse {
  @EnumField(['secret', 'connection']) kind: 'secret' | 'connection';
  @StringField() id: string;
  @StringField({ nullable: true }) name: string | null;
  @StringField({ nullable: true }) provider: string | null;
  @EnumField(['workspace', 'organization', 'partner']) scope: string;

  @ArrayField('string', { description: '`header:<name>`, `query:<name>` or `path`; never a value.' })
  slots: string[];
}

@ProvenanceModels()
export class SimulationResponse {
  @EnumField(['allow', 'approval', 'refuse'], { description: 'Rate limits aside.' })
  verdict: 'allow' | 'approval' | 'refuse';

  @ObjectField(SimulatedRefusalResponse, { nullable: true, description: 'What the agent would be answered.' })
  refusal: SimulatedRefusalResponse | null;

  @JsonField({ nullable: true, schema: DECIDED_BY_SCHEMA }) decidedBy: DecidedBy | null;
  @ObjectField(SimulatedModifiersResponse) modifiers: SimulatedModifiersResponse;
  @ObjectField(SimulatedFactsResponse) request: SimulatedFactsResponse;
  @ArrayField(ConnectionOfferResponse) connections: ConnectionOfferResponse[];
  @ObjectField(ConnectionOfferResponse, { nullable: true }) winner: ConnectionOfferResponse | null;

  @ArrayField(SimulatedSetResponse, {
    description: 'Organization, then workspace; empty when refused earlier.',
  })
  sets: SimulatedSetResponse[];

  @ArrayField(SimulatedInjectionResponse) injection: SimulatedInjectionResponse[];

  @EnumField(['own_origin', 'plain_http'], {
    nullable: true,
    description:
      'Why credentials the agent holds stay out of the request: it is for this server itself, or unencrypted to a host the operator did not list.',
  })
  withheld: 'own_origin' | 'plain_http' | null;

  @JsonField({
    schema: { type: 'array', items: { type: 'string', enum: ['dns', 'vault', 'resource_guard'] } },
    description: 'What the gateway would have to ask others about.',
  })
  notChecked: ('dns' | 'vault' | 'resource_guard')[];
}
