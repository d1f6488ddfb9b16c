import { ArrayField, EnumField, StringField } from '../../../kernel/http/fields.js';
import { GrantedConnectionDto } from './connection-grant.dto.js';

export class GrantedSecretDto {
  @StringField() secretId: string;
  @StringField() name: string;
  @EnumField(['anthropic', 'openai', 'generic']) type: 'anthropic' | 'openai' | 'generic';
  @EnumField(['workspace', 'organization']) scope: 'workspace' | 'organization';
}

export class AgentGrantsDto {
  @StringField() agentId: string;
  @EnumField(['grants']) mode: 'grants';
  @ArrayField(GrantedConnectionDto) connections: GrantedConnectionDto[];
  @ArrayField(GrantedSecretDto) secrets: GrantedSecretDto[];
}
