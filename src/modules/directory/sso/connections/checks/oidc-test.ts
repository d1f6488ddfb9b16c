import { Injectable } from '@nestjs/common';
import { CheckList } from './check-list.js';
import { clockProblem, statusProblem } from '../provider/checked-answer.js';
import { type DiscoveryDocument, isKeySet, readDiscoveryDocument } from '../provider/discovery-document.js';
import { endpointProblem, issuerProblem, NO_CONFIGURATION, OidcIssuers } from '../provider/oidc-issuers.js';
import { type ProviderAnswer, ProviderFetch } from '../provider/provider-fetch.js';
import { ProviderUnanswered } from '../provider/provider-unanswered.js';
import type { SsoConnectionEntity } from '../store/sso-connection.entity.js';

/** Tries what a sign-in by OpenID Connect needs of the provider (05 §8.4). */
@Injectable()
export class OidcTest {
  constructor(
    private readonly http: ProviderFetch,
    private readonly issuers: OidcIssuers,
  ) {}

  async run({ issuer }: SsoConnectionEntity): Promise<CheckList> {
    const checks = new CheckList();
    const answer = await answered(() => this.issuers.fetchDocument(issuer!));
    const document = typeof answer === 'string' ? null : readDiscoveryDocument(answer.body);
    const problem = problemOf(answer, document);
    checks.add('discovery_reachable', problem);
    if (document === null) return checks.skip('issuer_match', 'endpoints_https', 'jwks_reachable');
    checks.add('issuer_match', issuerProblem(issuer!, document));
    const endpoints = endpointProblem(document);
    checks.add('endpoints_https', endpoints);
    if (endpoints !== null) return checks.skip('jwks_reachable');
    return checks.add('jwks_reachable', await this.keysProblem(document));
  }

  private async keysProblem({ jwksUri }: DiscoveryDocument): Promise<string | null> {
    const answer = await answered(() => this.http.get(jwksUri, { accept: 'application/json' }));
    if (typeof answer === 'string') return answer;
    return statusProblem(answer) ?? (isKeySet(answer.body) ? null : 'What is published there are no keys.');
  }
}

function problemOf(answer: ProviderAnswer | string, document: DiscoveryDocument | null): string | null {
  if (typeof answer === 'string') return answer;
  return statusProblem(answer) ?? (document === null ? NO_CONFIGURATION : clockProblem(answer));
}

/** The answer, or in words why there is none. */
export async function answered(ask: () => Promise<ProviderAnswer>): Promise<ProviderAnswer | string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnanswered) return `It gave no answer: ${error.reason}.`;
    throw error;
  }
}
