import { ArrayField, EnumField, JsonField, StringField } from '../../../kernel/http/fields.js';

export class GrantedConnectionDto {
  @StringField() connectionId: string;
  @StringField() provider: string;
  @StringField({ nullable: true }) label: string | null;
  @EnumField(['workspace', 'organization']) scope: 'workspace' | 'organization';
  @EnumField(['full', 'custom']) access: 'full' | 'custom';
  @ArrayField('string') allow: string[];
  @ArrayField('string') ask: string[];
  @JsonField({ nullable: true }) resources: Record<string, unknown> | null;
}

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
