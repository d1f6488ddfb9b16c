import { exportFile, syslogReceiver, webhookSecrets, webhookUrl } from '../kinds/export-kinds.js';
import { headerFields, integer, oneOf } from '../kinds/kinds.js';
import { setting } from '../kinds/setting.js';

/** A row of the outbox has up to so many events and leaves as a whole. */
export const SMALLEST_BATCH = 50;
const LARGEST_BATCH = 5_000;
const A_YEAR_HOURS = 8_760;

export const exportSection = {
  EXPORT_WEBHOOK_URL: setting({
    kind: webhookUrl,
    fallback: null,
    secret: true,
    description:
      'URL to which gateway decisions and audit entries are posted, as lines of JSON signed by Standard ' +
      'Webhooks ([export.md](export.md)). Requests use `GATEWAY_EGRESS_PROXY` and ' +
      '`GATEWAY_UPSTREAM_CA_FILE`; private addresses are allowed. Requires `EXPORT_WEBHOOK_SECRET`. All ' +
      'processes must have the same export settings.',
  }),
  EXPORT_WEBHOOK_SECRET: setting({
    kind: webhookSecrets,
    fallback: null,
    secret: true,
    description:
      'Secrets that sign posts to the webhook. With several secrets, each post has one signature for ' +
      'each, so that a secret can be rotated.',
  }),
  EXPORT_WEBHOOK_HEADERS: setting({
    kind: headerFields,
    fallback: {},
    shownDefault: 'empty',
    secret: true,
    description: 'Headers of these posts, for the credentials of the receiver.',
  }),
  EXPORT_SYSLOG_URL: setting({
    kind: syslogReceiver,
    fallback: null,
    description:
      'A receiver of syslog (RFC 5424 over TCP or TLS, octet counting) for the same events. `GATEWAY_UPSTREAM_CA_FILE` applies, the egress proxy does not.',
  }),
  EXPORT_FILE: setting({
    kind: exportFile,
    fallback: null,
    description:
      'File to which one worker at a time appends the same events as lines of JSON, or `-` for its ' +
      'standard output. It is opened for each batch, so it may be rotated at any time.',
  }),
  EXPORT_FORMAT: setting({
    kind: oneOf('native', 'ocsf'),
    fallback: 'native',
    description:
      "Format of exported events: the gateway's own fields, or the Open Cybersecurity Schema Framework.",
  }),
  EXPORT_BATCH_EVENTS: setting({
    kind: integer(SMALLEST_BATCH, LARGEST_BATCH),
    fallback: 500,
    description: 'Approximate number of events in one batch.',
  }),
  EXPORT_BACKLOG_HOURS: setting({
    kind: integer(1, A_YEAR_HOURS),
    fallback: 168,
    description:
      'Time for which events wait in the database for a sink that does not accept them. Older events are ' +
      'dropped and counted.',
  }),
};
