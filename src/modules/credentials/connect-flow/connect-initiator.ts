import { Injectable } from '@nestjs/common';
import { AccessQueries } from '../../../kernel/access/queries/access.queries.js';
import type { Tx } from '../../../kernel/database/database.js';
import type { TenantScope } from '../../../kernel/database/scope.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { OrganizationsService } from '../../people/organizations/organizations.service.js';

/** Judges again whoever began to connect an app: the provider had seconds to answer, the person minutes to consent. */
@Injectable()
export class ConnectInitiator {
  constructor(
    private readonly access: AccessQueries,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Holds the membership until the transaction ends. Refuses as the access guard would now. */
  async hold(tx: Tx, { organizationId, workspaceId }: TenantScope, userId: string): Promise<void> {
    await this.organizations.lockMember(tx, organizationId, userId);
    if (workspaceId === null) return this.organizations.requireAdministrator(tx, organizationId, userId);
    if (!(await this.access.canUseWorkspace(userId, workspaceId, tx)))
      throw new AppError(platformErrors.invalid_credentials);
  }
}
