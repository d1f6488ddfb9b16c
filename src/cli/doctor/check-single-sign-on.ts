import type { Configuration } from '../../kernel/config/configuration.js';
import type { Queryable } from '../../kernel/database/statements/queryable.js';
import type { Deployment } from '../deployment/deployment.js';
import { count } from '../deployment/output.js';
import { type Finding, Findings } from './finding.js';

interface Connection {
  provider: string;
  certificatesEndAt: Date | null;
  readAt: Date | null;
}

interface Requirement {
  provider: string;
  exempt: number;
  usable: boolean;
  domains: number;
}

interface Refusals {
  provider: string;
  code: string;
  reason: string | null;
  times: number;
}

/** What somebody who sets a connection up gets wrong, and where it is put right; other refusals are people's own. */
const MISTAKES: Readonly<Record<string, string>> = {
  sso_invalid_response:
    'Compare the settings of the provider with GET /v1/org/sso/service-provider, value by value.',
  sso_email_missing:
    'Configure the provider to send the e-mail attribute that GET /v1/org/sso/service-provider names.',
  sso_email_unverified: 'The provider reports the address as unverified; verify it at the provider.',
  sso_domain_not_verified: 'Verify the domain of these addresses with POST /v1/org/domains.',
};

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_MS = 30 * DAY_MS;
/** Metadata are read once in 24 hours; a second failure in a row is no accident. */
const STALE_MS = 2 * DAY_MS;
/** Of one kind; the rest is counted. */
const NAMED = 5;
const TEST = 'An administrator can find the reason with POST /v1/org/sso/connections/{id}/test.';

/** What will keep people from signing in through their organizations' providers, or already does. */
export async function checkSingleSignOn(
  { db }: Deployment,
  configuration: Configuration,
): Promise<Finding[]> {
  const findings = new Findings('single sign-on');
  const connections = await usableConnections(db);
  if (connections.length === 0) return findings.all;
  if (!configuration.entitled)
    return findings.note(
      `${count(connections.length, 'connection')} to identity providers are inactive without the licence; other ways to sign in work.`,
      'Set ENTERPRISE_ENABLED to use them again.',
    ).all;
  checkAddress(findings, configuration);
  checkCertificates(findings, connections);
  checkMetadata(findings, connections);
  await checkRefusals(findings, db);
  await checkRequirements(findings, db);
  if (findings.all.length === 0)
    findings.ok(`${count(connections.length, 'connection')} to identity providers, no problem found.`);
  return findings.all;
}

/** Providers send people back to it, and most take nothing but https. */
function checkAddress(findings: Findings, { apiUrl }: Configuration): void {
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol === 'https:' || hostname === 'localhost') return;
  findings.warning(
    `Identity providers redirect people to ${apiUrl}, which is not https.`,
    'Set API_URL to the https address of this server, and enter the new values at the providers.',
  );
}

function checkCertificates(findings: Findings, connections: readonly Connection[]): void {
  const ends = ({ certificatesEndAt }: Connection): number =>
    certificatesEndAt === null ? Infinity : certificatesEndAt.getTime() - Date.now();
  const ended = connections.filter((each) => ends(each) <= 0);
  const soon = connections.filter((each) => ends(each) > 0 && ends(each) < SOON_MS);
  if (ended.length > 0)
    findings.warning(
      `The last signing certificate has expired for ${named(ended)}.`,
      'The provider must publish metadata with a new certificate before it signs with it.',
    );
  if (soon.length > 0)
    findings.warning(
      `The last signing certificate expires within 30 days for ${named(soon)}.`,
      'Add the next certificate to the metadata before that; two certificates are allowed.',
    );
}

function checkMetadata(findings: Findings, connections: readonly Connection[]): void {
  const stale = connections.filter(
    ({ readAt }) => readAt !== null && Date.now() - readAt.getTime() > STALE_MS,
  );
  if (stale.length === 0) return;
  findings.warning(`The metadata could not be read for more than two days for ${named(stale)}.`, TEST);
}

async function checkRefusals(findings: Findings, db: Queryable): Promise<void> {
  const refused = await db.query<Refusals>(
    `SELECT s.provider_name AS provider, a.metadata ->> 'refused' AS code, a.metadata ->> 'reason' AS reason,
       count(*)::int AS times
     FROM audit_log a JOIN sso_settings s ON s.organization_id = a.organization_id
     WHERE a.service = 'auth' AND a.status = 'failure' AND a.metadata ->> 'method' = 'sso'
       AND a.metadata ->> 'refused' = ANY ($1) AND a.created_at > now() - interval '1 day'
     GROUP BY 1, 2, 3 ORDER BY times DESC, 1, 2, 3 LIMIT ${NAMED}`,
    [Object.keys(MISTAKES)],
  );
  for (const { provider, code, reason, times } of refused)
    findings.warning(
      `${count(times, 'sign-in')} through ${provider} refused in the last day, ${code}: ${reason ?? 'no reason kept'}.`,
      MISTAKES[code]!,
    );
}

async function checkRequirements(findings: Findings, db: Queryable): Promise<void> {
  const requiring = await db.query<Requirement>(
    `SELECT s.provider_name AS provider,
       (SELECT count(*)::int FROM memberships m
        WHERE m.organization_id = s.organization_id AND m.status = 'active' AND m.sso_exempt) AS exempt,
       EXISTS (SELECT FROM sso_connections c
        WHERE c.organization_id = s.organization_id AND c.status = 'active') AS usable,
       (SELECT count(*)::int FROM domains d
        WHERE d.organization_id = s.organization_id AND d.verified_at IS NOT NULL) AS domains
     FROM sso_settings s WHERE s.required ORDER BY s.provider_name`,
  );
  const lockedOut = requiring.filter(({ usable, domains }) => !usable && domains > 0);
  if (lockedOut.length > 0)
    findings.problem(
      `Single sign-on is required without a working connection for ${named(lockedOut)}.`,
      'Set SSO_ENFORCEMENT_DISABLED to allow other ways to sign in, and let an administrator repair the ' +
        'connection.',
    );
  const noWayBack = requiring.filter(({ exempt, usable }) => usable && exempt === 0);
  if (noWayBack.length > 0)
    findings.note(
      `No member is exempt from single sign-on for ${named(noWayBack)}: an outage of the provider locks all members out.`,
      'Exempt the owner: PATCH /v1/org/members/{userId} {"ssoExempt": true}.',
    );
}

function usableConnections(db: Queryable): Promise<Connection[]> {
  return db.query<Connection>(
    `SELECT s.provider_name AS provider,
       (SELECT max((certificate ->> 'expiresAt')::timestamptz)
        FROM jsonb_array_elements(c.identity_provider -> 'certificates') AS certificate) AS "certificatesEndAt",
       CASE WHEN c.metadata_url IS NULL THEN NULL ELSE c.read_at END AS "readAt"
     FROM sso_connections c JOIN sso_settings s ON s.organization_id = c.organization_id
     WHERE c.status <> 'disabled' ORDER BY s.provider_name`,
  );
}

function named(found: readonly { provider: string }[]): string {
  const shown = found.slice(0, NAMED).map(({ provider }) => provider);
  const more = found.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
