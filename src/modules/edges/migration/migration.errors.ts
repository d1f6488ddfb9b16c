import { declareErrors } from '../../../kernel/errors/error-definition.js';

/** Refusals of moving a workspace between deployments (01 §19.10); flat, whatever the cause. */
export const migrationErrors = declareErrors({
  migration_export_unavailable: {
    status: 404,
    surface: 'flat',
    message: 'Exporting to another deployment is not available here.',
  },
  migration_target_not_allowed: {
    status: 403,
    surface: 'flat',
    message: 'This server may not export to that deployment.',
  },
  migration_target_key_refused: {
    status: 400,
    surface: 'flat',
    message: 'The other deployment does not accept cloudApiKey.',
  },
  migration_target_failed: {
    status: 502,
    surface: 'flat',
    message: 'The other deployment could not be reached or did not answer as expected.',
  },
  migration_content_refused: { status: 400, surface: 'flat', message: 'The content is not accepted.' },
  migration_refused: { status: 403, surface: 'flat', message: 'A limit does not allow this.' },
  migration_not_found: { status: 404, surface: 'flat', message: 'The workspace is gone.' },
  migration_conflict: { status: 409, surface: 'flat', message: 'Something of that name exists already.' },
  migration_retired: {
    status: 410,
    surface: 'flat',
    message:
      'Rules and secret assignments are not imported any more; grant access with PUT /v1/agents/{agentId}/grants/connections/{connectionId} and PUT /v1/agents/{agentId}/grants/secrets/{secretId}.',
  },
  migration_failed: {
    status: 500,
    surface: 'flat',
    message: 'Something went wrong on our side. Please try again.',
  },
});
