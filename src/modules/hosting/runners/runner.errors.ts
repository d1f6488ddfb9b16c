import { daemon, declareErrors } from '../../../kernel/errors/error-definition.js';

/** 04 §9. What concerns a run: `runErrors`. */
export const runnerErrors = declareErrors({
  runner_unauthorized: daemon(401, 'Unauthorized'),
  boot_superseded: daemon(409, 'boot_superseded'),
  bad_report: daemon(400, 'invalid_request'),
});
