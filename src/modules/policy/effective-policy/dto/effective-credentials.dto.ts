import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  StringField,
} from '../../../../kernel/http/fields.js';
import type { Provenance } from '../redaction.js';
import { PROVENANCE_SCHEMA, ProvenanceModels } from './provenance.dto.js';

const REACHES = ['usable', 'limited', 'blocked', 'unknown'] as const;

@ProvenanceModels()
class EffectiveSecretResponse {
  @EnumField(['secret']) kind: 'secret';
  @StringField() id: string;
  @StringField() name: string;
  @StringField() host: string;
  @EnumField(['usable', 'blocked']) status: 'usable' | 'blocked';
  @JsonField({ schema: PROVENANCE_SCHEMA }) provenance: Provenance[];
}

@ProvenanceModels()
class EffectiveConnectionResponse {
  @EnumField(['connection']) kind: 'connection';
  @StringField() id: string;
  @StringField({ nullable: true }) label: string | null;
  @StringField() provider: string;
  @EnumField(REACHES) status: string;
  @BooleanField({ description: 'The organization alone blocks every tool.' }) orgBlocked: boolean;
  @JsonField({ schema: PROVENANCE_SCHEMA }) provenance: Provenance[];
}

export class EffectiveCredentialsResponse {
  @StringField() agentId: string;
  @EnumField(['selective']) mode: 'selective';
  @ArrayField(EffectiveSecretResponse) secrets: EffectiveSecretResponse[];
  @ArrayField(EffectiveConnectionResponse) connections: EffectiveConnectionResponse[];
}

@ProvenanceModels()
class ConnectionCredentialResponse {
  @EnumField(['viaRule', 'none']) status: 'viaRule' | 'none';
  @JsonField({ optional: true, schema: PROVENANCE_SCHEMA }) provenance?: Provenance[];
}

class ConnectionDecisionsResponse {
  @IntegerField({ description: 'Held and unmanaged ones count.' }) allowedTools: number;
  @IntegerField() totalTools: number;
  @BooleanField() anyApproval: boolean;
  @BooleanField() anyRateLimit: boolean;
}

class EffectiveAgentResponse {
  @StringField() agentId: string;
  @StringField() name: string;
  @EnumField(['none', ...REACHES]) access: string;
  @ObjectField(ConnectionCredentialResponse) credential: ConnectionCredentialResponse;

  @ObjectField(ConnectionDecisionsResponse, { nullable: true })
  decisions: ConnectionDecisionsResponse | null;
}

export class EffectiveAgentsResponse {
  @StringField() connectionId: string;
  @StringField() provider: string;
  @BooleanField({ description: 'Whether the tools of the app are known.' }) catalog: boolean;
  @ArrayField(EffectiveAgentResponse) agents: EffectiveAgentResponse[];
}
