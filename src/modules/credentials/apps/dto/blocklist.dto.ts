import { Field } from '../../../../kernel/http/fields/fields.js';

export class ActivateBlocklistHostRequest {
  @Field.string({ minLength: 1, maxLength: 100 }) hostId: string;
}

export class BlocklistHostResponse {
  @Field.string() hostId: string;
  @Field.string({ nullable: true, description: 'Null if there is no rule for the host.' }) ruleId:
    string | null;
  @Field.boolean() enabled: boolean;
  @Field.boolean({ description: 'Always false.' }) custom: false;
  @Field.string() name: string;
  @Field.string() hostPattern: string;
  @Field.oneOf(['organization', 'workspace'], { nullable: true }) scope: 'organization' | 'workspace' | null;
}
