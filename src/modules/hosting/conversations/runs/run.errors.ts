import { daemon, declareErrors } from '../../../../kernel/errors/error-definition.js';

/** What an executor is told about its lease (04 §9). */
export const runErrors = declareErrors({
  run_not_found: daemon(404, 'not_found'),
  lease_lost: daemon(409, 'lease_lost'),
  event_gap: daemon(409, 'gap'),
  run_is_observable: daemon(409, 'observable'),
  run_is_answered: daemon(400, 'invalid_request'),
});
