import { agentErrors, agentConstraints } from './catalogue/agents.js';
import { deviceLoginErrors } from './catalogue/device-login.js';
import { bootstrapHelperErrors } from './catalogue/bootstrap-helpers.js';
import { editionErrors } from './catalogue/editions.js';
import { approvalErrors } from './catalogue/approvals.js';
import { grantErrors } from './catalogue/grants.js';
import { identityErrors, identityConstraints } from './catalogue/identity.js';
import { instanceErrors } from './catalogue/instance.js';
import { memberErrors } from './catalogue/members.js';
import { organizationErrors } from './catalogue/organizations.js';
import { invitationErrors } from './catalogue/invitations.js';
import { migrationErrors } from './catalogue/migration.js';
import { platformErrors } from './catalogue/platform.js';
import { policyErrors } from './catalogue/policy.js';
import { secretErrors } from './catalogue/secrets.js';
import { userErrors } from './catalogue/user.js';
import { utilityErrors } from './catalogue/utility.js';
import { vaultErrors } from './catalogue/vaults.js';
import { workspaceConstraints, workspaceErrors } from './catalogue/workspaces.js';
import type { ConstraintErrors } from './error-definition.js';

/** Every error the management API can answer, by code; one file per area. */
export const CATALOGUE = {
  ...platformErrors,
  ...identityErrors,
  ...instanceErrors,
  ...invitationErrors,
  ...userErrors,
  ...memberErrors,
  ...organizationErrors,
  ...workspaceErrors,
  ...agentErrors,
  ...secretErrors,
  ...grantErrors,
  ...approvalErrors,
  ...policyErrors,
  ...deviceLoginErrors,
  ...editionErrors,
  ...utilityErrors,
  ...migrationErrors,
  ...bootstrapHelperErrors,
  ...vaultErrors,
};

export type ErrorCode = keyof typeof CATALOGUE;

/** Constraints whose violation is a caller's conflict, not a fault. */
export const CONSTRAINT_ERRORS: Partial<Record<string, ErrorCode>> = {
  ...(workspaceConstraints satisfies ConstraintErrors<ErrorCode>),
  ...(agentConstraints satisfies ConstraintErrors<ErrorCode>),
  ...(identityConstraints satisfies ConstraintErrors<ErrorCode>),
};
