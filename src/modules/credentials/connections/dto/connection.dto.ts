import {
  ArrayField,
  DateTimeField,
  EnumField,
  JsonField,
  StringField,
} from '../../../../kernel/http/fields.js';
import type { TenantLevel } from '../../../../kernel/database/scope.js';
import { MAX_LABEL } from '../account-label.js';
import type { ConnectionStatus } from '../connection.js';

const STATUSES = ['connected', 'expired', 'error'] as const;
const LABEL_REQUIRED = 'Label is required';
const MAX_PROVIDER = 100;

export class ConnectionsQuery {
  @StringField({ optional: true, maxLength: MAX_PROVIDER, description: 'Only accounts of this app.' })
  provider?: string;
}

export class RenameConnectionRequest {
  @StringField({
    trim: true,
    minLength: 1,
    maxLength: MAX_LABEL,
    requiredMessage: LABEL_REQUIRED,
  })
  label: string;
}

export class ConnectionResponse {
  @StringField() id: string;
  @StringField({ description: 'Id of the app.' }) provider: string;
  @StringField({ nullable: true }) label: string | null;
  @EnumField(STATUSES, { description: 'Only `connected` ones are used by the gateway.' })
  status: ConnectionStatus;
  @ArrayField('string', { description: 'As granted by the provider; empty when it did not say.' })
  scopes: string[];
  @EnumField(['workspace', 'organization']) scope: TenantLevel;
  @JsonField({ nullable: true, description: 'What the provider said of the account; no secrets.' })
  metadata: Record<string, unknown> | null;
  @DateTimeField({ description: 'When it was first connected.' }) connectedAt: string;
}

export class RenamedConnectionResponse {
  @StringField() id: string;
  @StringField() provider: string;
  @EnumField(STATUSES) status: ConnectionStatus;
  @StringField({ nullable: true }) label: string | null;
}
