import { Field } from '../../../../kernel/http/fields/fields.js';
import { GrantedConnectionResponse } from './connection-grant.dto.js';

export class GrantedSecretResponse {
  @Field.string() secretId: string;
  @Field.string() name: string;
  @Field.oneOf(['anthropic', 'openai', 'generic']) type: 'anthropic' | 'openai' | 'generic';
  @Field.oneOf(['workspace', 'organization']) scope: 'workspace' | 'organization';
}

export class AgentGrantsResponse {
  @Field.string() agentId: string;
  @Field.oneOf(['grants']) mode: 'grants';
  @Field.list(GrantedConnectionResponse) connections: GrantedConnectionResponse[];
  @Field.list(GrantedSecretResponse) secrets: GrantedSecretResponse[];
}
