import { ApiKeyEntity } from './modules/api-keys/api-key.entity.js';
import { AuditLogEntity } from './modules/audit/audit-log.entity.js';
import { PolicyRuleEntity } from './modules/policy-sets/policy-rule.entity.js';
import { PolicySetEntity } from './modules/policy-sets/policy-set.entity.js';
import { PolicySnapshotEntity } from './modules/policy-sets/policy-snapshot.entity.js';
import { WorkspaceBindingEntity } from './modules/workspaces/workspace-binding.entity.js';
import { WorkspaceEntity } from './modules/workspaces/workspace.entity.js';

/** Every entity class of the server; the data source is given this list and looks nowhere else. */
export const ENTITIES: (new () => object)[] = [
  ApiKeyEntity,
  AuditLogEntity,
  PolicyRuleEntity,
  PolicySetEntity,
  PolicySnapshotEntity,
  WorkspaceBindingEntity,
  WorkspaceEntity,
];
