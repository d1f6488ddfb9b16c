import { integer } from '../kinds/kinds.js';
import { setting } from '../kinds/setting.js';

const GIB = 1_073_741_824;
/** A thousand TiB. */
const MAX_BYTES = 1_048_576 * GIB;
const MAX_COUNT = 1_000_000_000;

const bytes = integer(0, MAX_BYTES);
const count = integer(0, MAX_COUNT);

/** What one organization may have of this deployment (01 §21.7, R65). `0` is no limit. */
export const limitsSection = {
  LIMIT_STORED_BYTES: setting({
    kind: bytes,
    fallback: 10 * GIB,
    description:
      'Maximum number of bytes of attachments, transcripts, skills and memories of one organization. ' +
      '`0`: no limit.',
  }),
  LIMIT_PENDING_BYTES: setting({
    kind: bytes,
    fallback: GIB,
    description: 'Maximum number of bytes of unsent attachments in one workspace. `0`: no limit.',
  }),
  LIMIT_OBJECTS: setting({
    kind: count,
    fallback: 100_000,
    description:
      'Maximum number of objects of each kind in one organization: agents, secrets, connections, grants, ' +
      'blocked hosts, members, groups, invitations, conversations, schedules, memories, skills. `0`: no ' +
      'limit.',
  }),
  LIMIT_RULES: setting({
    kind: count,
    fallback: 10_000,
    description: 'Maximum number of rules, and of domains, in one organization. `0`: no limit.',
  }),
  LIMIT_WORKSPACES: setting({
    kind: count,
    fallback: 10_000,
    description: 'Maximum number of workspaces in one organization. `0`: no limit.',
  }),
  LIMIT_STREAMS: setting({
    kind: count,
    fallback: 5_000,
    description:
      'Maximum number of open event streams and long polls of one organization at each process. `0`: ' +
      'only the limit of the process applies, which organizations share.',
  }),
  LIMIT_ORGANIZATIONS_PER_PERSON: setting({
    kind: count,
    fallback: 100,
    description:
      'Maximum number of organizations that a person may own, created or transferred. `0`: no limit.',
  }),
};
