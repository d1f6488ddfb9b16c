import { Field } from '../../../../kernel/http/fields/fields.js';
import type { Provenance } from '../model/redaction.js';
import { PROVENANCE_SCHEMA, ProvenanceModels } from './provenance.dto.js';

const REACHES = ['usable', 'limited', 'blocked', 'unknown'] as const;

@ProvenanceModels()
class EffectiveSecretResponse {
  @Field.oneOf(['secret']) kind: 'secret';
  @Field.string() id: string;
  @Field.string() name: string;
  @Field.string() host: string;
  @Field.oneOf(['usable', 'blocked']) status: 'usable' | 'blocked';
  @Field.json({ schema: PROVENANCE_SCHEMA }) provenance: Provenance[];
}

@ProvenanceModels()
class EffectiveConnectionResponse {
  @Field.oneOf(['connection']) kind: 'connection';
  @Field.string() id: string;
  @Field.string({ nullable: true }) label: string | null;
  @Field.string() provider: string;
  @Field.oneOf(REACHES) status: string;
  @Field.boolean({ description: "The organization's rules alone block every tool." }) orgBlocked: boolean;
  @Field.json({ schema: PROVENANCE_SCHEMA }) provenance: Provenance[];
}

export class EffectiveCredentialsResponse {
  @Field.string() agentId: string;
  @Field.oneOf(['selective']) mode: 'selective';
  @Field.list(EffectiveSecretResponse) secrets: EffectiveSecretResponse[];
  @Field.list(EffectiveConnectionResponse) connections: EffectiveConnectionResponse[];
}

@ProvenanceModels()
class ConnectionCredentialResponse {
  @Field.oneOf(['viaRule', 'none']) status: 'viaRule' | 'none';
  @Field.json({ optional: true, schema: PROVENANCE_SCHEMA }) provenance?: Provenance[];
}

class ConnectionDecisionsResponse {
  @Field.integer({ description: 'Includes tools that require approval and tools without a rule.' })
  allowedTools: number;
  @Field.integer() totalTools: number;
  @Field.boolean() anyApproval: boolean;
  @Field.boolean() anyRateLimit: boolean;
}

class EffectiveAgentResponse {
  @Field.string() agentId: string;
  @Field.string() name: string;
  @Field.oneOf(['none', ...REACHES]) access: string;
  @Field.object(ConnectionCredentialResponse) credential: ConnectionCredentialResponse;

  @Field.object(ConnectionDecisionsResponse, { nullable: true })
  decisions: ConnectionDecisionsResponse | null;
}

export class EffectiveAgentsResponse {
  @Field.string() connectionId: string;
  @Field.string() provider: string;
  @Field.boolean({ description: 'Whether the tools of the app are known.' }) catalog: boolean;
  @Field.list(EffectiveAgentResponse) agents: EffectiveAgentResponse[];
}
