/** Hosted agents and who runs them (04 §7, §8). */
import { flag, integer } from '../kinds.js';
import { InvalidValue, type Kind, setting } from '../setting.js';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

const runnerToken: Kind<string> = {
  type: 'text that starts with `rnr_`',
  parse(value) {
    if (/^rnr_[\x21-\x7e]{28,508}$/.test(value)) return value;
    throw new InvalidValue('must start with rnr_ and have 32 to 512 characters without spaces');
  },
};

export const hostingSection = {
  EMBEDDED_RUNNER: setting({
    kind: flag,
    fallback: true,
    description:
      'Whether this server runs hosted agents itself. Off: they need a runner of their own, and those placed here wait for it. The same for every process of a deployment.',
  }),
  RUNNER_TOKEN: setting({
    kind: runnerToken,
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
