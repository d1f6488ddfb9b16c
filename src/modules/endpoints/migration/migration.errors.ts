import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

/** Refusals of moving a workspace between deployments (01 §19.10); flat, whatever the cause. */
export const migrationErrors = declareErrors({
  migration_export_unavailable: flat(404, 'Exporting to another deployment is not available here.'),
  migration_target_not_allowed: flat(403, 'This server may not export to that deployment.'),
  migration_target_key_refused: flat(400, 'The other deployment does not accept cloudApiKey.'),
  migration_target_failed: flat(
    502,
    'The other deployment could not be reached or did not answer as expected.',
  ),
  migration_content_refused: flat(400, 'The content is not accepted.'),
  migration_refused: flat(403, 'A limit is reached.'),
  migration_not_found: flat(404, 'The workspace was deleted.'),
  migration_conflict: flat(409, 'An item with this name already exists.'),
  migration_retired: flat(
    410,
    'Rules and secret assignments are no longer imported; grant access with PUT /v1/agents/{agentId}/grants/connections/{connectionId} and PUT /v1/agents/{agentId}/grants/secrets/{secretId}.',
  ),
  migration_failed: flat(500, 'Something went wrong on our side. Please try again.'),
});
