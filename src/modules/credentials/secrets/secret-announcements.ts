import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../kernel/database/database.js';
import { Epochs } from '../../../kernel/database/epochs.js';
import { epochOf, levelOf, type Scope } from '../../../kernel/database/scope.js';
import type { AuditActor } from '../../foundation/audit/model/audit-origin.js';
import { declareAudited } from '../../foundation/audit/audited.js';

const secretAudit = declareAudited('secret');
const partnerSecretAudit = declareAudited('partner-secret');

export interface SecretWrite {
  by: AuditActor;
  action: 'create' | 'update' | 'delete';
  secret: { id: string; name: string };
  /** Names of fields. */
  changed?: readonly string[];
}

/** Every write of a secret is in force at once (02 §1.9) and leaves an audit row without the value (02 §18, 07 §A14). */
@Injectable()
export class SecretAnnouncements {
  constructor(private readonly epochs: Epochs) {}

  async announce(tx: Tx, scope: Scope, { by, action, secret, changed }: SecretWrite): Promise<void> {
    const { id: secretId, name } = secret;
    await this.epochs.raise(tx, epochOf(scope));
    if ('partnerId' in scope) {
      const metadata = { secretId, name, ...(changed && { fields: changed }) };
      await partnerSecretAudit.record(tx, { ...scope, by }, action, metadata);
    } else {
      const { organizationId, workspaceId } = scope;
      const metadata = { secretId, name, scope: levelOf(scope) };
      await secretAudit.record(tx, { organizationId, workspaceId, by }, action, metadata);
    }
  }
}
