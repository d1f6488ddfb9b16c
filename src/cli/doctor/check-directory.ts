import type { Configuration } from '../../kernel/config/configuration.js';
import type { Deployment } from '../deployment/deployment.js';
import { count } from '../deployment/output.js';
import { type Finding, Findings } from './finding.js';

const LOCAL = /^(?:localhost|127\.|\[::1\])/;

interface Tokens {
  live: number;
  unused: number;
  lastUsedAt: Date | null;
}

/** Whether directories that were given a token can write with it, and when one did last; nothing where none was. */
export async function checkDirectory(configuration: Configuration, { db }: Deployment): Promise<Finding[]> {
  const findings = new Findings('directory');
  const [tokens] = await db.query<Tokens>(
    `SELECT count(*)::int AS live, count(*) FILTER (WHERE last_used_at IS NULL)::int AS unused,
       max(last_used_at) AS "lastUsedAt"
     FROM scim_tokens WHERE revoked_at IS NULL`,
  );
  const { live, unused, lastUsedAt } = tokens!;
  if (live === 0) return [];
  if (!configuration.entitled)
    return findings.warning(
      `${count(live, 'SCIM token')} cannot be used: the edition has no directory.`,
      'Set ENTERPRISE_ENABLED=true, or revoke the tokens while it is set.',
    ).all;
  checkAddress(findings, configuration.apiUrl);
  if (unused > 0)
    findings.note(
      `${count(unused, 'SCIM token')} of ${live} never used.`,
      'Test the connection in the identity provider (docs/okta.md, docs/entra-id.md), or revoke unused ' +
        'tokens.',
    );
  if (lastUsedAt !== null) findings.ok(`The last directory request was at ${lastUsedAt.toISOString()}.`);
  return findings.all;
}

/** Okta and Entra ID call from the internet, and Entra ID by https only. */
function checkAddress(findings: Findings, apiUrl: string): void {
  const { protocol, host } = new URL(apiUrl);
  if (protocol === 'https:' && !LOCAL.test(host)) return;
  findings.warning(
    `The directory URL is ${apiUrl}/scim/v2, which is not reachable over https from the internet.`,
    'Set API_URL to the public https address, unless your directory is in this network.',
  );
}
