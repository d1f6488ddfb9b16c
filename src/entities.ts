import { AgentEntity } from './modules/agents/agent.entity.js';
import { ApiKeyEntity } from './modules/api-keys/api-key.entity.js';
import { AuditLogEntity } from './modules/audit/audit-log.entity.js';
import { WorkspaceInstallationEntity } from './modules/bootstrap-helpers/workspace-installation.entity.js';
import { ConnectionEntity } from './modules/connections/connection.entity.js';
import { DeviceLoginEntity } from './modules/device-login/device-login.entity.js';
import { PasswordResetTokenEntity } from './modules/identity/password-reset-token.entity.js';
import { UserPasswordEntity } from './modules/identity/user-password.entity.js';
import { UserSessionEntity } from './modules/identity/user-session.entity.js';
import { UserEntity } from './modules/identity/user.entity.js';
import { InvitationEntity } from './modules/invitations/invitation.entity.js';
import { MailSuppressionEntity } from './modules/mail/mail-suppression.entity.js';
import { MembershipEntity } from './modules/organizations/membership.entity.js';
import { OrganizationEntity } from './modules/organizations/organization.entity.js';
import { PolicyRuleEntity } from './modules/policy-sets/policy-rule.entity.js';
import { PolicySetEntity } from './modules/policy-sets/policy-set.entity.js';
import { PolicySnapshotEntity } from './modules/policy-sets/policy-snapshot.entity.js';
import { SecretEntity } from './modules/secrets/secret.entity.js';
import { LinkedSignInEntity } from './modules/social-sign-in/linked-sign-in.entity.js';
import { SignInFlowEntity } from './modules/social-sign-in/sign-in-flow.entity.js';
import { VaultConnectionEntity } from './modules/vaults/vault-connection.entity.js';
import { WorkspaceBindingEntity } from './modules/workspaces/workspace-binding.entity.js';
import { WorkspaceEntity } from './modules/workspaces/workspace.entity.js';

/** Every entity class of the server; the data source is given this list and looks nowhere else. */
export const ENTITIES: (new () => object)[] = [
  AgentEntity,
  ApiKeyEntity,
  AuditLogEntity,
  ConnectionEntity,
  InvitationEntity,
  LinkedSignInEntity,
  MailSuppressionEntity,
  DeviceLoginEntity,
  MembershipEntity,
  OrganizationEntity,
  PasswordResetTokenEntity,
  PolicyRuleEntity,
  PolicySetEntity,
  PolicySnapshotEntity,
  SecretEntity,
  SignInFlowEntity,
  UserEntity,
  UserPasswordEntity,
  UserSessionEntity,
  VaultConnectionEntity,
  WorkspaceBindingEntity,
  WorkspaceEntity,
  WorkspaceInstallationEntity,
];
