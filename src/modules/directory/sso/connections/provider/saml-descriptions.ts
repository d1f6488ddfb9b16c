import { Injectable } from '@nestjs/common';
import { readIdentityProvider, UnusableMetadata } from './identity-provider-metadata.js';
import { AppError } from '../../../../../kernel/errors/app-error.js';
import { statusProblem } from './checked-answer.js';
import type { IdentityProvider } from './identity-provider.js';
import { isMultiTenant } from './multi-tenant.js';
import { type ProviderAnswer, ProviderFetch } from './provider-fetch.js';
import { ProviderUnanswered } from './provider-unanswered.js';
import { ssoErrors } from './sso.errors.js';

/** Where a SAML provider's description comes from: exactly one of them (05 §8.4). */
export type MetadataSource = { metadataUrl: string } | { metadataXml: string };

/** SAML: what a provider's metadata says, from a text or from where it is published. */
@Injectable()
export class SamlDescriptions {
  constructor(private readonly http: ProviderFetch) {}

  /** Throws `identity_provider_unusable` with the reason. */
  async read(source: MetadataSource): Promise<IdentityProvider> {
    try {
      if ('metadataXml' in source) return describedBy(source.metadataXml);
      const answer = await this.fetchDocument(source.metadataUrl);
      const status = statusProblem(answer);
      if (status !== null) throw new UnusableMetadata(`The metadata could not be read. ${status}`);
      return describedBy(textOf(answer.body));
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Throws `ProviderUnanswered`. */
  fetchDocument(url: string): Promise<ProviderAnswer> {
    return this.http.get(url, { accept: 'application/samlmetadata+xml, application/xml, text/xml' });
  }
}

/** Throws `UnusableMetadata`. */
export function describedBy(xml: string): IdentityProvider {
  const provider = readIdentityProvider(xml);
  if (isMultiTenant(provider.entityId))
    throw new UnusableMetadata(
      'The metadata stands for the accounts of many organizations; give those of your own tenant',
    );
  return provider;
}

/** A byte order mark is no part of the document. */
export function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8').decode(bytes);
}

function asRefusal(error: unknown): unknown {
  const message =
    error instanceof ProviderUnanswered
      ? `The metadata could not be reached: ${error.reason}`
      : error instanceof UnusableMetadata && error.message;
  if (message === false) return error;
  return new AppError(ssoErrors.identity_provider_unusable, { message, cause: error });
}
