import { BooleanField, EnumField, StringField } from '../../../../kernel/http/fields.js';

export class ActivateBlocklistHostRequest {
  @StringField({ minLength: 1, maxLength: 100 }) hostId: string;
}

export class BlocklistHostResponse {
  @StringField() hostId: string;
  @StringField({ nullable: true, description: 'Null until there is a rule about it.' }) ruleId: string | null;
  @BooleanField() enabled: boolean;
  @BooleanField({ description: 'Always false.' }) custom: false;
  @StringField() name: string;
  @StringField() hostPattern: string;
  @EnumField(['organization', 'workspace'], { nullable: true }) scope: 'organization' | 'workspace' | null;
}
