import { ReferencesRefused } from '../../../credentials/secret-sources/source-fields.js';
import {
  CreateOrgSecretRequest,
  UpdateOrgSecretRequest,
} from '../../../credentials/secrets/dto/secret-request.dto.js';

@ReferencesRefused()
export class CreatePartnerSecretRequest extends CreateOrgSecretRequest {}

@ReferencesRefused()
export class UpdatePartnerSecretRequest extends UpdateOrgSecretRequest {}
