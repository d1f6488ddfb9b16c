import { daemon, declareErrors } from '../../../../kernel/errors/error-definition.js';

/** 04 §10. */
export const adapterErrors = declareErrors({
  adapter_unauthorized: daemon(401, 'Unauthorized'),
  adapter_boot_superseded: daemon(409, 'boot_superseded'),
  adapter_presence_not_found: daemon(404, 'not_found'),
  too_many_events: daemon(429, 'paced'),
  outbox_item_not_found: daemon(404, 'not_found'),
  outbox_lease_lost: daemon(409, 'lease_lost'),
});
