import { APP_IDS } from '../../../foundation/app-catalog/catalog.js';
import type { SessionPolicy } from '../../../../domain/policy/model.js';
import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';
import type { DecidedBy } from '../redaction.js';
import { DECIDED_BY_SCHEMA, ProvenanceModels } from './provenance.dto.js';

const VERDICTS = ['allow', 'approval', 'block', 'mixed', 'unmanaged'] as const;
const RESOURCES_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

export class OrgEffectiveAppPermissionsQuery {
  @StringField({ trim: true, minLength: 1, maxLength: 100, schema: { enum: APP_IDS } }) provider: string;
}

export class EffectiveAppPermissionsQuery extends OrgEffectiveAppPermissionsQuery {
  @StringField({ optional: true, description: 'Without it only rules about everyone count.' })
  agentId?: string;

  @StringField({ optional: true, description: 'The account the requests would use.' })
  connectionId?: string;
}

@ProvenanceModels()
class EffectiveToolResponse {
  @StringField() toolId: string;

  @EnumField(VERDICTS, { description: '`mixed`: methods, paths or accounts disagree.' })
  verdict: string;

  @IntegerField({ nullable: true }) rateLimit: number | null;
  @EnumField(['minute', 'hour', 'day'], { nullable: true }) rateLimitWindow: string | null;
  @JsonField({ nullable: true, schema: DECIDED_BY_SCHEMA }) decidedBy: DecidedBy | null;

  @EnumField(['allow', 'approval', 'block'], {
    nullable: true,
    description: 'What the organization alone says; null when it says nothing.',
  })
  orgCeiling: string | null;
}

class EffectiveToolGroupResponse {
  @EnumField(['read', 'write']) category: 'read' | 'write';
  @EnumField(VERDICTS) verdict: string;
  @ArrayField(EffectiveToolResponse) tools: EffectiveToolResponse[];
}

class PermissionBasisResponse {
  @StringField({ nullable: true }) agentId: string | null;
  @BooleanField() credentialAttached: boolean;
  @EnumField(['workspace', 'organization']) scope: 'workspace' | 'organization';
}

export class EffectiveAppPermissionsResponse {
  @StringField() provider: string;
  @ObjectField(PermissionBasisResponse) basis: PermissionBasisResponse;

  @IntegerField({ description: 'Rules about somebody in particular that this view cannot show.' })
  variesByIdentity: number;

  @JsonField({ nullable: true, schema: RESOURCES_SCHEMA }) orgResources: SessionPolicy | null;

  @JsonField({
    nullable: true,
    schema: RESOURCES_SCHEMA,
    description: 'An empty list reaches nothing.',
  })
  effectiveResources: SessionPolicy | null;

  @ArrayField(EffectiveToolGroupResponse) groups: EffectiveToolGroupResponse[];
}
