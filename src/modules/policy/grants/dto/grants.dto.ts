import { ArrayField, EnumField, StringField } from '../../../../kernel/http/fields.js';
import { GrantedConnectionResponse } from './connection-grant.dto.js';

export class GrantedSecretResponse {
  @StringField() secretId: string;
  @StringField() name: string;
  @EnumField(['anthropic', 'openai', 'generic']) type: 'anthropic' | 'openai' | 'generic';
  @EnumField(['workspace', 'organization']) scope: 'workspace' | 'organization';
}

export class AgentGrantsResponse {
  @StringField() agentId: string;
  @EnumField(['grants']) mode: 'grants';
  @ArrayField(GrantedConnectionResponse) connections: GrantedConnectionResponse[];
  @ArrayField(GrantedSecretResponse) secrets: GrantedSecretResponse[];
}
