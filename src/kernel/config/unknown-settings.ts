/** Names in the environment that look like settings of this server and are none (R47): they would be ignored in silence. */
import { SETTINGS, type SettingName } from './settings.js';

/**
 * What only names of ours begin with. Left out is what other programs use as well: `AWS_`, `GOOGLE_`, `NODE_`, `OTEL_`, ...
 */
const PREFIXES = [
  ...[
    'GATEWAY_',
    'API_RATE_',
    'APP_CATALOG_',
    'SESSION_JWT_',
    'SESSION_COOKIE_',
    'REGISTRATION_',
    'BOOTSTRAP_',
  ],
  ...[
    'OPERATOR_',
    'PARTNER_',
    'SSO_',
    'SCIM_',
    'APPROVAL_',
    'REQUEST_LOG_',
    'AUDIT_',
    'EXPORT_',
    'MIGRATION_',
  ],
  ...[
    'EMBEDDED_',
    'SANDBOX_',
    'CHANNEL_',
    'LLM_',
    'BLOCKLIST_',
    'METRICS_',
    'SECRET_ENCRYPTION_',
    'UNSUBSCRIBE_',
  ],
  ...['LIMIT_', 'ENTERPRISE_', 'INVITATION_', 'SMTP_', 'CORS_ALLOWED_', 'FAVICON_', 'TURN_CEILING_'],
];
/** Kubernetes tells a pod of every service; one that is called `gateway` begins as our settings do. */
const OF_A_SERVICE = /_(?:SERVICE_(?:HOST|PORT)(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP)(?:_[A-Z]+)?)$/;
/** More than an environment has by mistake. */
const MAX_NAMED = 20;

/** One warning for each such name, with the setting that may be meant; never a value. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(env).filter((name) => env[name]?.trim() && !isKnown(name));
  return names.flatMap((name) => warningOf(name) ?? []).slice(0, MAX_NAMED);
}

function isKnown(name: string): boolean {
  return KNOWN.has(name) || OF_A_SERVICE.test(name);
}

function warningOf(name: string): string | null {
  const meant = SPELLINGS.find((known) => isOneOff(name.toUpperCase(), known));
  if (meant !== undefined) return `${name} is not a setting and is ignored; did you mean ${meant}?`;
  if (!PREFIXES.some((prefix) => name.startsWith(prefix))) return null;
  return `${name} is not a setting and is ignored; docs/configuration.md lists the settings`;
}

const NAMES = Object.keys(SETTINGS) as SettingName[];
const SPELLINGS = NAMES.flatMap((name) => (name.endsWith('_FILE') ? [name] : [name, `${name}_FILE`]));
const KNOWN = new Set([...SPELLINGS, ...NAMES.flatMap((name) => SETTINGS[name].aliases)]);

/** Whether one letter is left out, added, another one, or changed places with its neighbour; or only the case differs. */
export function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const shorter = Math.min(one.length, other.length);
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [mine, theirs] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (mine.length <= 1 && theirs.length <= 1) return true;
  return mine.length === 2 && theirs.length === 2 && mine[0] === theirs[1] && mine[1] === theirs[0];
}
