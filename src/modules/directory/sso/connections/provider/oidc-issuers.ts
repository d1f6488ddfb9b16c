import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../../kernel/errors/app-error.js';
import { statusProblem } from './checked-answer.js';
import {
  type DiscoveryDocument,
  discoveryUrl,
  isSameIssuer,
  readDiscoveryDocument,
} from './discovery-document.js';
import { isMultiTenant } from './multi-tenant.js';
import { providerUrl } from './provider-address.js';
import { type ProviderAnswer, ProviderFetch } from './provider-fetch.js';
import { ProviderUnanswered } from './provider-unanswered.js';
import { ssoErrors } from './sso.errors.js';

/** OpenID Connect: whether an issuer is one that people can sign in through. */
@Injectable()
export class OidcIssuers {
  constructor(private readonly http: ProviderFetch) {}

  /** Throws `identity_provider_unusable` with the reason (05 §8.4). */
  async assertUsable(issuer: string): Promise<void> {
    if (isMultiTenant(issuer)) throw unusable(MULTI_TENANT);
    const answer = await this.fetchDocument(issuer).catch((error: unknown) => {
      if (!(error instanceof ProviderUnanswered)) throw error;
      throw unusable(`The issuer could not be reached: ${error.reason}`, error);
    });
    const status = statusProblem(answer);
    if (status !== null) throw unusable(`The issuer publishes no configuration. ${status}`);
    const document = readDiscoveryDocument(answer.body);
    if (document === null) throw unusable(NO_CONFIGURATION);
    const problem = issuerProblem(issuer, document) ?? endpointProblem(document);
    if (problem !== null) throw unusable(problem);
  }

  /** Throws `ProviderUnanswered`. */
  fetchDocument(issuer: string): Promise<ProviderAnswer> {
    return this.http.get(discoveryUrl(issuer), { accept: 'application/json' });
  }
}

const MULTI_TENANT =
  'The issuer stands for the accounts of many organizations; give the one of your own tenant';
export const NO_CONFIGURATION = 'What the issuer publishes is not the configuration of an OpenID provider.';

/** What the document says about itself, against what was entered. Quotes nothing of it. */
export function issuerProblem(issuer: string, document: DiscoveryDocument): string | null {
  if (isMultiTenant(document.issuer)) return MULTI_TENANT;
  if (isSameIssuer(issuer, document.issuer)) return null;
  return 'The configuration at this address is of another issuer. Copy the issuer exactly as the provider shows it.';
}

export function endpointProblem({
  authorizationEndpoint,
  tokenEndpoint,
  jwksUri,
}: DiscoveryDocument): string | null {
  const secure = [authorizationEndpoint, tokenEndpoint, jwksUri].every((url) => providerUrl(url) !== null);
  return secure ? null : 'The configuration names an endpoint that is not an https URL.';
}

function unusable(message: string, cause?: unknown): AppError {
  return new AppError(ssoErrors.identity_provider_unusable, { message, cause });
}
