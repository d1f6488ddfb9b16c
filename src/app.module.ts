import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ControlProxyModule } from './gateway/control/control-proxy.module.js';
import { GatewayCleanupModule } from './gateway/server/gateway-cleanup.module.js';
import { ProxyModule } from './gateway/server/proxy.module.js';
import { SimulationModule } from './gateway/simulation/simulation.module.js';
import { AccessModule } from './kernel/access/access.module.js';
import { ConfigurationModule } from './kernel/config/configuration.module.js';
import type { Configuration } from './kernel/config/configuration.js';
import { CryptoModule } from './kernel/crypto/crypto.module.js';
import { DatabaseModule } from './kernel/database/database.module.js';
import { HttpModule } from './kernel/http/http.module.js';
import { JobsModule } from './kernel/jobs/jobs.module.js';
import { KeyRotationModule } from './kernel/key-rotation/key-rotation.module.js';
import { Boot } from './kernel/process/boot.js';
import { OpsModule } from './kernel/ops/ops.module.js';
import { WorkersModule } from './kernel/workers/workers.module.js';
import { AccountModule } from './modules/people/user/account.module.js';
import { ActivityModule } from './modules/policy/activity/activity.module.js';
import { AgentsModule } from './modules/policy/agents/agents.module.js';
import { AuditTrailModule } from './modules/foundation/audit/audit-trail.module.js';
import { EventExportModule } from './modules/foundation/event-export/event-export.module.js';
import { FaviconsModule } from './modules/endpoints/favicons/favicons.module.js';
import { InstallerModule } from './modules/endpoints/installer/installer.module.js';
import { AppAvailabilityModule } from './modules/credentials/app-availability/app-availability.module.js';
import { AppsModule } from './modules/credentials/apps/apps.module.js';
import { ResourceBrowsingModule } from './modules/credentials/resource-browsing/resource-browsing.module.js';
import { OrgAppsModule } from './modules/credentials/apps/org-apps.module.js';
import { OrgConnectionsModule } from './modules/credentials/connections/org-connections.module.js';
import { ConnectionsModule } from './modules/credentials/connections/connections.module.js';
import { ChannelTrafficModule } from './modules/hosting/channels/channel-traffic.module.js';
import { ChannelsModule } from './modules/hosting/channels/channels.module.js';
import { ConversationsModule } from './modules/hosting/conversations/conversations.module.js';
import { EmbeddedModule } from './modules/hosting/embedded/embedded.module.js';
import { DomainsModule } from './modules/directory/domains/domains.module.js';
import { GatedPathsModule } from './modules/directory/gated-paths/gated-paths.module.js';
import { GroupsModule } from './modules/directory/groups/groups.module.js';
import { MemoriesModule } from './modules/hosting/memories/memories.module.js';
import { MembersModule } from './modules/directory/members/members.module.js';
import { ProvisionsModule } from './modules/directory/provisions/provisions.module.js';
import { RoleMappingsModule } from './modules/directory/role-mappings/role-mappings.module.js';
import { ScimModule } from './modules/directory/scim/scim.module.js';
import { ScimTokensModule } from './modules/directory/scim-tokens/scim-tokens.module.js';
import { SsoModule } from './modules/directory/sso/sso.module.js';
import { WorkspaceAccessModule } from './modules/directory/workspace-access/workspace-access.module.js';
import { MemberRemovalModule } from './modules/people/org/member-removal.module.js';
import { DeviceLoginModule } from './modules/people/device-login/device-login.module.js';
import { EffectivePolicyModule } from './modules/policy/effective-policy/effective-policy.module.js';
import { GrantsModule } from './modules/policy/grants/grants.module.js';
import { IdentityModule } from './modules/people/identity/identity.module.js';
import { InstanceModule } from './modules/people/instance/instance.module.js';
import { InvitationsModule } from './modules/people/invitations/invitations.module.js';
import { MigrationModule } from './modules/endpoints/migration/migration.module.js';
import { OnboardingModule } from './modules/people/onboarding/onboarding.module.js';
import { OrgLifecycleModule } from './modules/people/org/org-lifecycle.module.js';
import { OperatorModule } from './modules/foundation/operator/operator.module.js';
import { ClaimsModule } from './modules/partner/claims/claims.module.js';
import { RunnersModule } from './modules/hosting/runners/runners.module.js';
import { OperatorPartnersModule } from './modules/partner/operator/operator-partners.module.js';
import { PartnerAccountModule } from './modules/partner/account/partner-account.module.js';
import { PartnerMembersModule } from './modules/partner/members/partner-members.module.js';
import { PartnerOrganizationsModule } from './modules/partner/organizations/partner-organizations.module.js';
import { PartnerProjectsModule } from './modules/partner/projects/partner-projects.module.js';
import { PartnerBudgetsModule } from './modules/partner/budgets/partner-budgets.module.js';
import { AttachmentModule } from './modules/partner/attachment/attachment.module.js';
import { PartnersModule } from './modules/partner/partners/partners.module.js';
import { PartnerSecretsModule } from './modules/partner/secrets/partner-secrets.module.js';
import { OrgPolicyModule } from './modules/policy/org-policy/org-policy.module.js';
import { OrgSecretsModule } from './modules/credentials/secrets/org-secrets.module.js';
import { RetiredModule } from './modules/endpoints/retired/retired.module.js';
import { PagesModule } from './modules/endpoints/pages/pages.module.js';
import { SchedulesModule } from './modules/hosting/schedules/schedules.module.js';
import { SecretsModule } from './modules/credentials/secrets/secrets.module.js';
import { SkillsModule } from './modules/hosting/skills/skills.module.js';
import { SocialSignInModule } from './modules/people/social-sign-in/social-sign-in.module.js';
import { UsageModule } from './modules/people/usage/usage.module.js';
import { UserModule } from './modules/people/user/user.module.js';
import { UtilityModule } from './modules/endpoints/utility/utility.module.js';
import { VaultsModule } from './modules/credentials/vaults/vaults.module.js';
import { WorkspacesModule } from './modules/people/workspaces/workspaces.module.js';

const KERNEL = [
  CryptoModule,
  KeyRotationModule,
  OpsModule,
  WorkersModule,
  JobsModule,
  AccessModule,
  HttpModule,
];

const MODULES = [
  ActivityModule,
  InstanceModule,
  InvitationsModule,
  OnboardingModule,
  OperatorModule,
  WorkspacesModule,
  UserModule,
  AgentsModule,
  GrantsModule,
  SecretsModule,
  ConnectionsModule,
  OrgConnectionsModule,
  AppsModule,
  OrgAppsModule,
  AppAvailabilityModule,
  ResourceBrowsingModule,
  OrgLifecycleModule,
  OrgPolicyModule,
  DeviceLoginModule,
  EffectivePolicyModule,
  SimulationModule,
  OrgSecretsModule,
  ChannelTrafficModule,
  ChannelsModule,
  ConversationsModule,
  RunnersModule,
  EmbeddedModule,
  UsageModule,
  MemberRemovalModule,
  MembersModule,
  GroupsModule,
  RoleMappingsModule,
  ScimModule,
  DomainsModule,
  ProvisionsModule,
  ScimTokensModule,
  SsoModule,
  GatedPathsModule,
  WorkspaceAccessModule,
  AccountModule,
  UtilityModule,
  InstallerModule,
  FaviconsModule,
  VaultsModule,
  AuditTrailModule,
  EventExportModule,
  OperatorPartnersModule,
  PartnerAccountModule,
  PartnerOrganizationsModule,
  PartnerProjectsModule,
  PartnerMembersModule,
  ClaimsModule,
  PartnerBudgetsModule,
  PartnersModule,
  AttachmentModule,
  PartnerSecretsModule,
  MemoriesModule,
  SchedulesModule,
  SkillsModule,
  RetiredModule,
  MigrationModule,
  GatewayCleanupModule,
];

/** Makes the start of this process known to whoever starts something that would outlive it. */
@Module({})
class BootModule {}

/**
 * The only list of modules; chooses by edition and by the roles of this process. `database` is replaced where
 * the application is only described.
 */
@Module({})
export class AppModule {
  static of(
    configuration: Configuration,
    { database = DatabaseModule, boot = new Boot() }: { database?: Type; boot?: Boot } = {},
  ): DynamicModule {
    const selfHosted = configuration.edition === 'onprem' ? [IdentityModule, SocialSignInModule] : [];
    return {
      module: AppModule,
      imports: [
        ConfigurationModule.of(configuration),
        { module: BootModule, global: true, providers: [{ provide: Boot, useValue: boot }], exports: [Boot] },
        database,
        ...KERNEL,
        ...MODULES,
        PagesModule.of(configuration),
        ...selfHosted,
        ...gatewayOf(configuration),
      ],
    };
  }
}

/** The gateway itself, or for an API without it the way to its control endpoints. */
function gatewayOf({ serverRoles }: Configuration): Type[] {
  if (serverRoles.has('gateway')) return [ProxyModule];
  return serverRoles.has('api') ? [ControlProxyModule] : [];
}
