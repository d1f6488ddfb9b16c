import { daemon, declareErrors } from '../../../../kernel/errors/error-definition.js';

/** 04 §9. What concerns a run: `runErrors`. */
export const runnerErrors = declareErrors({
  runner_unauthorized: daemon(401, 'Unauthorized'),
  boot_superseded: daemon(409, 'boot_superseded'),
  bad_report: daemon(400, 'invalid_request'),
  report_too_large: daemon(413, 'too_large'),
  paced: daemon(429, 'paced'),
});
