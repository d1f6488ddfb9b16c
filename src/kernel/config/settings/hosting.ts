/** Hosted agents and who runs them (04 §7, §8). */
import { flag, integer, oneOf } from '../kinds.js';
import { InvalidValue, type Kind, setting } from '../setting.js';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

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

export const hostingSection = {
  CHANNEL_ADAPTER: setting({
    kind: oneOf('embedded', 'external', 'off'),
    fallback: 'embedded',
    description:
      'Who holds sockets to Slack and posts there: processes of this server with the role `worker`, a daemon of its own, or nobody.',
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
    description: 'The reaction by which somebody in Slack sees that an agent heard them.',
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
};
