import type { SsoCheckResponse, SsoTestResponse } from '../dto/sso-connection.dto.js';

const NAMES = {
  metadata_present: 'The connection has metadata of the identity provider',
  metadata_reachable: 'The metadata can be fetched',
  metadata_valid: 'The metadata describes one identity provider',
  signing_certificate: 'There is a signing certificate that has not ended',
  sso_endpoint: 'There is an address to send people to',
  discovery_reachable: 'The configuration of the issuer can be fetched',
  issuer_match: 'The configuration is of this issuer',
  endpoints_https: 'All endpoints are https URLs',
  jwks_reachable: 'The signing keys can be fetched',
  existing_accounts: 'People who were here before keep what they have',
} as const;

export type CheckCode = keyof typeof NAMES;

const NOT_REACHED = 'Not looked at, because an earlier check failed.';

/** The checks of one test, in their order; those after a failed one that they need say so. */
export class CheckList {
  private readonly checks: SsoCheckResponse[] = [];

  /** `problem` is null for what is as it should be; `note` is worth saying all the same. */
  add(code: CheckCode, problem: string | null, note: string | null = null): this {
    const detail = problem ?? note;
    this.checks.push({ code, name: NAMES[code], ok: problem === null, ...(detail !== null && { detail }) });
    return this;
  }

  skip(...codes: readonly CheckCode[]): this {
    for (const code of codes) this.add(code, NOT_REACHED);
    return this;
  }

  get outcome(): SsoTestResponse {
    return { ok: this.checks.every(({ ok }) => ok), checks: this.checks };
  }
}
