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
      'Where decisions of the gateway and audit entries are posted, as lines of JSON, signed by the rules of Standard Webhooks ([export.md](export.md)). It is asked the way providers are, with `GATEWAY_EGRESS_PROXY` and `GATEWAY_UPSTREAM_CA_FILE`; private addresses are fine. Needs `EXPORT_WEBHOOK_SECRET`. The settings of the export are the same in all processes.',
  }),
  EXPORT_WEBHOOK_SECRET: setting({
    kind: webhookSecrets,
    fallback: null,
    secret: true,
    description:
      'What posts to the webhook are signed with. Several: each post has a signature by each of them, while one takes the place of another.',
  }),
  EXPORT_WEBHOOK_HEADERS: setting({
    kind: headerFields,
    fallback: {},
    shownDefault: 'empty',
    secret: true,
    description: 'Header fields of these posts, for the credentials of the receiver.',
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
      'A file to which the same is appended as lines of JSON by whichever worker has the turn, or `-` for its standard output. It is opened for each batch, so it may be rotated at any time.',
  }),
  EXPORT_FORMAT: setting({
    kind: oneOf('native', 'ocsf'),
    fallback: 'native',
    description:
      "What is exported: events with the gateway's own fields, or of the Open Cybersecurity Schema Framework.",
  }),
  EXPORT_BATCH_EVENTS: setting({
    kind: integer(SMALLEST_BATCH, LARGEST_BATCH),
    fallback: 500,
    description: 'How many events are sent at once, about.',
  }),
  EXPORT_BACKLOG_HOURS: setting({
    kind: integer(1, A_YEAR_HOURS),
    fallback: 168,
    description:
      'How long events wait in the database for a sink that does not take them. Older ones are dropped, and counted.',
  }),
};
