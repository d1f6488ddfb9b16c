import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '../../../../../kernel/config/configuration.js';
import { asksToRunAgain, type Queryable, type Tx } from '../../../../../kernel/database/database.js';
import type { Person } from '../../../../people/identity/users/person.js';
import { RegistrationInvitations } from '../../../../people/identity/accounts/registration-invitations.js';
import { FederatedSignIns } from '../../../../people/onboarding/federated-sign-ins.js';
import { MappedRoles } from '../../../../people/organizations/mapped-roles.js';
import { OrganizationsService } from '../../../../people/organizations/organizations.service.js';
import { SsoAdoption } from './sso-adoption.js';

interface HomeConnection {
  organizationId: string;
  connectionId: string;
  providerName: string;
  jitEnabled: boolean;
}

/** The connection of the organization that has proved the domain of an address. */
const HOME = `
  SELECT s.organization_id AS "organizationId", c.id AS "connectionId", s.provider_name AS "providerName",
    s.jit_enabled AS "jitEnabled"
  FROM domains d JOIN sso_settings s ON s.organization_id = d.organization_id
  JOIN sso_connections c ON c.organization_id = d.organization_id AND c.status <> 'disabled'
  WHERE d.domain = split_part($1, '@', 2) AND d.verified_at IS NOT NULL`;

/**
 * Where somebody else's sign-in service stands between, as on Cloud: its token names the provider, and by the same rule
 * people join (01 §12 step 4). Also who may register where only invited people may (01 §13.3).
 */
@Injectable()
export class BrokeredSignIns implements OnModuleInit {
  private readonly log = new Logger(BrokeredSignIns.name);

  constructor(
    private readonly configuration: Configuration,
    private readonly federated: FederatedSignIns,
    private readonly invitations: RegistrationInvitations,
    private readonly organizations: OrganizationsService,
    private readonly mappedRoles: MappedRoles,
    private readonly adoption: SsoAdoption,
  ) {}

  onModuleInit(): void {
    if (!this.configuration.entitled) return;
    this.federated.register((tx, providers, person) => this.admit(tx, providers, person));
    this.invitations.register(async (store, email) => (await homeOf(store, email))?.jitEnabled === true);
  }

  private async admit(tx: Tx, providers: readonly string[], person: Person): Promise<void> {
    const home = await homeOf(tx, person.email);
    if (home?.jitEnabled !== true || !providers.includes(home.providerName)) return;
    try {
      await tx.savepoint(() => this.join(tx, home, person));
    } catch (error) {
      if (asksToRunAgain(error)) throw error;
      this.log.warn({ err: error }, 'member could not join by single sign-on');
    }
  }

  private async join(tx: Tx, home: HomeConnection, person: Person): Promise<void> {
    const { organizationId, connectionId } = home;
    await this.organizations.lockOrganization(tx, organizationId);
    if ((await this.organizations.membership(tx, organizationId, person.id)) !== null) return;
    const { email, name } = person;
    await this.adoption.join(tx, { organizationId, connectionId, email, name }, person, false);
    await this.mappedRoles.apply(tx, { organizationId, userIds: [person.id], source: 'sso-login' });
  }
}

async function homeOf(q: Queryable, email: string): Promise<HomeConnection | null> {
  const [home] = await q.query<HomeConnection>(HOME, [email]);
  return home ?? null;
}
