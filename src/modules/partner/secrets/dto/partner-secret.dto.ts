import { Field } from '../../../../kernel/http/fields.js';
import {
  CreateOrgSecretRequest,
  UpdateOrgSecretRequest,
} from '../../../credentials/secrets/dto/secret-request.dto.js';

/** Values of 1Password belong to a workspace; in whatever form one is named, `secret-draft` words the refusal. */
const NEVER = { optional: true, schema: { not: {} }, description: 'Refused.' } as const;

export class CreatePartnerSecretRequest extends CreateOrgSecretRequest {
  @Field.json(NEVER)
  declare opRef?: string;
}

export class UpdatePartnerSecretRequest extends UpdateOrgSecretRequest {
  @Field.json(NEVER)
  declare opRef?: string;
}
