import { declareErrors, envelope } from '../../../kernel/errors/error-definition.js';

export const scheduleErrors = declareErrors({
  schedule_not_found: envelope(404, 'Schedule not found'),
  schedules_full: envelope(422, 'An agent can have at most 20 schedules'),
  schedule_of_run_deleted: envelope(422, 'The schedule of this run was deleted, so it can make no other'),
  schedule_paused: envelope(422, 'This schedule is paused'),
});
