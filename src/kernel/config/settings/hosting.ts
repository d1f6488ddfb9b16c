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
      'Token with which a new channel adapter registers. Unset: only adapters with known tokens can ' +
      'register. Generate one: `echo cha_$(openssl rand -hex 32)`.',
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
      'Whether this server runs hosted agents itself. Off: hosted agents require a separate runner, and ' +
      'agents placed on the server wait for one. All processes of a deployment must have the same value.',
  }),
  RUNNER_TOKEN: setting({
    kind: daemonToken('rnr_'),
    fallback: null,
    secret: true,
    description:
      'Token with which a new runner daemon registers. Unset: only runners with known tokens can ' +
      'register. Generate one: `echo rnr_$(openssl rand -hex 32)`.',
  }),
  RUNNER_ONLINE_THRESHOLD_SECONDS: setting({
    kind: integer(1, HOUR_SECONDS),
    fallback: 90,
    description: 'Time after its last report for which a runner or channel adapter counts as online.',
  }),
  TURN_CEILING_SECONDS: setting({
    kind: integer(1, DAY_SECONDS),
    fallback: 1_800,
    description: 'Time limit for a turn of a hosted agent, including the time in the queue.',
  }),
  EMBEDDED_RUNNER_CONCURRENCY: setting({
    kind: integer(1, MAX_TURNS_AT_ONCE),
    fallback: 4,
    description: 'Concurrent turns in one process with the role `worker`; at most 2 of them for one agent.',
  }),
  EMBEDDED_INSTANCE_ID: setting({
    kind: instanceId,
    fallback: null,
    shownDefault: 'the host name and a random part for each start',
    description:
      'Name of this process that stays the same after a restart and is unique. Its running turns are ' +
      'then recovered immediately instead of after a minute.',
  }),
  EMBEDDED_MAX_STEPS: setting({
    kind: integer(1, 100),
    fallback: 30,
    description: 'Maximum number of model requests in one turn before the model must answer.',
  }),
  EMBEDDED_MAX_TOOL_CALLS: setting({
    kind: integer(1, 1_000),
    fallback: 100,
    description: 'Maximum number of tool calls in one turn before the model must answer.',
  }),
  SANDBOX_IDLE_STOP_SECONDS: setting({
    kind: integer(1, DAY_SECONDS),
    fallback: 1_800,
    description: "Time for which an agent's sandbox at a runner may be idle before it is stopped.",
  }),
  MAX_HELD_AWAKE_SANDBOXES: setting({
    kind: integer(0, MAX_SANDBOXES),
    fallback: null,
    description:
      'Maximum number of idle sandboxes of one runner that background processes keep awake. Above it, ' +
      'the sandboxes with the longest idle time are stopped. Unset: one less than the runner has room ' +
      'for.',
  }),
};
