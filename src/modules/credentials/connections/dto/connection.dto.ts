import { Field } from '../../../../kernel/http/fields/fields.js';
import type { TenantLevel } from '../../../../kernel/database/scope.js';
import { MAX_LABEL } from '../model/account-label.js';
import type { ConnectionStatus } from '../model/connection.js';

const STATUSES = ['connected', 'expired', 'error'] as const;
const LABEL_REQUIRED = 'Label is required';
const MAX_PROVIDER = 100;

export class ConnectionsQuery {
  @Field.string({ optional: true, maxLength: MAX_PROVIDER, description: 'Only accounts of this app.' })
  provider?: string;
}

export class RenameConnectionRequest {
  @Field.string({
    trim: true,
    minLength: 1,
    maxLength: MAX_LABEL,
    requiredMessage: LABEL_REQUIRED,
  })
  label: string;
}

export class ConnectionResponse {
  @Field.string() id: string;
  @Field.string({ description: 'Id of the app.' }) provider: string;
  @Field.string({ nullable: true }) label: string | null;
  @Field.oneOf(STATUSES, { description: 'The gateway uses only `connected` connections.' })
  status: ConnectionStatus;
  @Field.list('string', {
    description: 'As granted by the provider; empty if the provider does not report them.',
  })
  scopes: string[];
  @Field.oneOf(['workspace', 'organization']) scope: TenantLevel;
  @Field.json({
    nullable: true,
    description: 'What the provider reports about the account; contains no secrets.',
  })
  metadata: Record<string, unknown> | null;
  @Field.dateTime({ description: 'When the account was first connected.' }) connectedAt: string;
}

export class RenamedConnectionResponse {
  @Field.string() id: string;
  @Field.string() provider: string;
  @Field.oneOf(STATUSES) status: ConnectionStatus;
  @Field.string({ nullable: true }) label: string | null;
}
