import { Injectable } from '@nestjs/common';
import type { OrganizationCaller } from '../../../../kernel/access/caller.js';
import { Database } from '../../../../kernel/database/database.js';
import { CheckTurns } from './check-turns.js';
import { ConnectionAdministration } from './connection-administration.service.js';
import type { SsoTestResponse } from './dto/sso-connection.dto.js';
import { OidcTest } from './oidc-test.js';
import { SamlTest } from './saml-test.js';

/** Looks at a provider without changing anything, whatever the state of its connection. */
@Injectable()
export class ConnectionTest {
  constructor(
    private readonly db: Database,
    private readonly connections: ConnectionAdministration,
    private readonly oidc: OidcTest,
    private readonly saml: SamlTest,
    private readonly turns: CheckTurns,
  ) {}

  async run(caller: OrganizationCaller, id: string): Promise<SsoTestResponse> {
    const connection = await this.connections.require(this.db, caller, id);
    const test = connection.type === 'saml' ? this.saml : this.oidc;
    const checks = await this.turns.run(caller, () => test.run(connection));
    return checks.outcome;
  }
}
