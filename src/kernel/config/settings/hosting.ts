/** Hosted agents and who runs them (04 §7, §8). */
import { flag, integer, oneOf } from '../kinds/kinds.js';
import { InvalidValue, type Kind, setting } from '../kinds/setting.js';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const MAX_SANDBOXES = 1_000_000;

const BEHIND_PREFIX = /^[\x21-\x7e]{28,508}$/;

function daemonToken(prefix: 'rnr_' | 'cha_'): Kind<string> {
  return {
    type: `text that starts with \`${prefix}\``,
    parse(value) {
      if (value.startsWith(prefix) && BEHIND_PREFIX.test(value.slice(prefix.length))) return value;
      throw new InvalidValue(`must start with ${prefix} and have 32 to 512 characters without spaces`);
    },
  };
}

const emoji: Kind<string> = {
  type: 'name of an emoji without colons',
  parse(value) {
    if (/^[a-z0-9_+-]{1,64}$/.test(value)) return value;
    throw new InvalidValue('must be the name of an emoji, such as eyes');
  },
};

/** Each of them waits nearly all of its time; beyond this it is memory that counts. */
const MAX_TURNS_AT_ONCE = 256;

const instanceId: Kind<string> = {
  type: 'letters, digits, `.`, `_` and `-`',
  parse(value) {
    if (/^[\w.-]{1,63}$/.test(value)) return value;
    throw new InvalidValue('must have 1 to 63 letters, digits, dots, underscores and hyphens');
  },
};

export const hostingSection = {
  CHANNEL_ADAPTER: setting({
    kind: oneOf('embedded', 'external', 'off'),
    fallback: 'embedded',
    description:
      'Who holds sockets to Slack and posts there: processes of this server with the role `worker`, a separate daemon, or none of them.',
  }),
  CHANNEL_ADAPTER_TOKEN: setting({
    kind: daemonToken('cha_'),
    fallback: null,
    secret: true,
    description:
      'With it a channel adapter registers for the first time. Unset: only adapters whose tokens are known. Make one: `echo cha_$(openssl rand -hex 32)`.',
  }),
  CHANNEL_RECEIPT_EMOJI: setting({
    kind: emoji,
    fallback: 'eyes',
    description: 'The reaction that shows a person in Slack that the agent received the message.',
  }),
  EMBEDDED_RUNNER: setting({
    kind: flag,
    fallback: true,
    description:
      'Whether this server runs hosted agents itself. Off: they need a runner of their own, and those placed here wait for it. The same for every process of a deployment.',
  }),
  RUNNER_TOKEN: setting({
    kind: daemonToken('rnr_'),
    fallback: null,
    secret: true,
    description:
      'With it a runner daemon registers for the first time. Unset: only runners whose tokens are known. Make one: `echo rnr_$(openssl rand -hex 32)`.',
  }),
  RUNNER_ONLINE_THRESHOLD_SECONDS: setting({
    kind: integer(1, HOUR_SECONDS),
    fallback: 90,
    description: 'How long a runner or channel adapter that is not heard of counts as online.',
  }),
  TURN_CEILING_SECONDS: setting({
    kind: integer(1, DAY_SECONDS),
    fallback: 1_800,
    description: 'How long a turn of a hosted agent may take, waiting included, before it fails.',
  }),
  EMBEDDED_RUNNER_CONCURRENCY: setting({
    kind: integer(1, MAX_TURNS_AT_ONCE),
    fallback: 4,
    description:
      'Turns that one process with the role `worker` runs at once; at most 2 of them for one agent.',
  }),
  EMBEDDED_INSTANCE_ID: setting({
    kind: instanceId,
    fallback: null,
    shownDefault: 'the host name and a random part of each start',
    description:
      'A name of this process that stays the same when it starts again, and that no other one has. Turns it was running are then recovered at once instead of after a minute.',
  }),
  EMBEDDED_MAX_STEPS: setting({
    kind: integer(1, 100),
    fallback: 30,
    description: 'How often a model is asked in one turn before it has to answer.',
  }),
  EMBEDDED_MAX_TOOL_CALLS: setting({
    kind: integer(1, 1_000),
    fallback: 100,
    description: 'How many tool calls a model may make in one turn before it has to answer.',
  }),
  SANDBOX_IDLE_STOP_SECONDS: setting({
    kind: integer(1, DAY_SECONDS),
    fallback: 1_800,
    description: 'How long the sandbox of an agent at a runner may be idle before it is stopped.',
  }),
  MAX_HELD_AWAKE_SANDBOXES: setting({
    kind: integer(0, MAX_SANDBOXES),
    fallback: null,
    description:
      'How many idle sandboxes of one runner background work may hold up; beyond it the longest idle are stopped. Unset: all that the runner has room for but one.',
  }),
};
