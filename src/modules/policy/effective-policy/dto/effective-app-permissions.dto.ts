import { APP_IDS } from '../../../foundation/app-catalog/catalog.js';
import type { SessionPolicy } from '../../../../domain/decision/policy/model.js';
import { Field } from '../../../../kernel/http/fields/fields.js';
import type { DecidedBy } from '../model/redaction.js';
import { DECIDED_BY_SCHEMA, ProvenanceModels } from './provenance.dto.js';

const VERDICTS = ['allow', 'approval', 'block', 'mixed', 'unmanaged'] as const;
const RESOURCES_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
};

export class OrgEffectiveAppPermissionsQuery {
  @Field.string({ trim: true, minLength: 1, maxLength: 100, schema: { enum: APP_IDS } }) provider: string;
}

export class EffectiveAppPermissionsQuery extends OrgEffectiveAppPermissionsQuery {
  @Field.string({ optional: true, description: 'Without it, only rules for everyone apply.' })
  agentId?: string;

  @Field.string({ optional: true, description: 'The account that requests would use.' })
  connectionId?: string;
}

@ProvenanceModels()
class EffectiveToolResponse {
  @Field.string() toolId: string;

  @Field.oneOf(VERDICTS, { description: '`mixed`: methods, paths or accounts have different results.' })
  verdict: string;

  @Field.integer({ nullable: true }) rateLimit: number | null;
  @Field.oneOf(['minute', 'hour', 'day'], { nullable: true }) rateLimitWindow: string | null;
  @Field.json({ nullable: true, schema: DECIDED_BY_SCHEMA }) decidedBy: DecidedBy | null;

  @Field.oneOf(['allow', 'approval', 'block'], {
    nullable: true,
    description: "The organization's permission alone; null if it has no rule for the tool.",
  })
  orgCeiling: string | null;
}

class EffectiveToolGroupResponse {
  @Field.oneOf(['read', 'write']) category: 'read' | 'write';
  @Field.oneOf(VERDICTS) verdict: string;
  @Field.list(EffectiveToolResponse) tools: EffectiveToolResponse[];
}

class PermissionBasisResponse {
  @Field.string({ nullable: true }) agentId: string | null;
  @Field.boolean() credentialAttached: boolean;
  @Field.oneOf(['workspace', 'organization']) scope: 'workspace' | 'organization';
}

export class EffectiveAppPermissionsResponse {
  @Field.string() provider: string;
  @Field.object(PermissionBasisResponse) basis: PermissionBasisResponse;

  @Field.integer({ description: 'There are rules for particular people that this view cannot show.' })
  variesByIdentity: number;

  @Field.json({ nullable: true, schema: RESOURCES_SCHEMA }) orgResources: SessionPolicy | null;

  @Field.json({
    nullable: true,
    schema: RESOURCES_SCHEMA,
    description: 'An empty list means that no resource can be reached.',
  })
  effectiveResources: SessionPolicy | null;

  @Field.list(EffectiveToolGroupResponse) groups: EffectiveToolGroupResponse[];
}
