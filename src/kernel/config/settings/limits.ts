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
      'How many bytes one organization may store in attachments, transcripts, skills and memories. `0`: no limit.',
  }),
  LIMIT_PENDING_BYTES: setting({
    kind: bytes,
    fallback: GIB,
    description:
      'How many bytes of attachments that no message has sent yet one workspace may have. `0`: no limit.',
  }),
  LIMIT_OBJECTS: setting({
    kind: count,
    fallback: 100_000,
    description:
      'How many objects of each kind one organization may have: agents, secrets, connections, grants, blocked hosts, members, groups, invitations, conversations, schedules, memories, skills. `0`: no limit.',
  }),
  LIMIT_RULES: setting({
    kind: count,
    fallback: 10_000,
    description: 'How many rules, and how many domains, one organization may have. `0`: no limit.',
  }),
  LIMIT_WORKSPACES: setting({
    kind: count,
    fallback: 10_000,
    description: 'How many workspaces one organization may have. `0`: no limit.',
  }),
  LIMIT_STREAMS: setting({
    kind: count,
    fallback: 5_000,
    description:
      'How many event streams and held polls one organization may have open at each process. `0`: no limit of its own; it shares those of the process with others.',
  }),
  LIMIT_ORGANIZATIONS_PER_PERSON: setting({
    kind: count,
    fallback: 100,
    description: 'How many organizations one person may own, however they got them. `0`: no limit.',
  }),
};
