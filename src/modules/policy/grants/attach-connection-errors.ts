import type { ErrorDefinition } from '../../../kernel/errors/error-definition.js';
import { platformErrors } from '../../../kernel/errors/platform-errors.js';
import { agentErrors } from '../agents/records/agent.errors.js';
import { grantErrors } from './grant.errors.js';
import { policyErrors } from '../../foundation/policy-sets/policy.errors.js';
import { editionErrors } from '../../foundation/editions/edition.errors.js';

/** What both orientations of attaching a connection answer (02 §5.4). */
export const ATTACH_CONNECTION_ERRORS: ErrorDefinition[] = [
  platformErrors.invalid_request,
  agentErrors.agent_not_found,
  grantErrors.connection_not_found,
  grantErrors.grant_tools_unavailable,
  policyErrors.unknown_tool,
  grantErrors.grant_resources_unfit,
  platformErrors.enterprise_license_required,
  editionErrors.plan_required,
  grantErrors.grant_resources_outside_boundary,
];
