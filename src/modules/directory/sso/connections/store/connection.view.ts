import type {
  OidcServiceProviderResponse,
  SamlServiceProviderResponse,
  ServiceProviderResponse,
} from '../dto/service-provider.dto.js';
import type { SsoConnectionConfigResponse, SsoConnectionResponse } from '../dto/sso-connection.dto.js';
import {
  OIDC_CLIENT_AUTHENTICATION,
  OIDC_SCOPES,
  SAML_EMAIL_ATTRIBUTE,
  SAML_NAME_ATTRIBUTE,
  type ServiceProviderUrls,
} from './service-provider.js';
import type { SsoConnectionEntity } from './sso-connection.entity.js';

export function presentServiceProvider(
  providerName: string,
  urls: ServiceProviderUrls,
): ServiceProviderResponse {
  return { providerName, saml: samlOf(urls), oidc: oidcOf(urls) };
}

export function presentConnection(
  row: SsoConnectionEntity,
  providerName: string,
  urls: ServiceProviderUrls,
): SsoConnectionResponse {
  const { id, type, status, displayName, lastLoginAt, createdAt, updatedAt } = row;
  return {
    id,
    type,
    status,
    displayName,
    providerName,
    cognitoProviderName: providerName,
    config: configOf(row),
    serviceProvider: type === 'saml' ? samlOf(urls) : oidcOf(urls),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The latest end among the signing certificates; null without one. */
export function certificatesEndAt({
  identityProvider,
}: Pick<SsoConnectionEntity, 'identityProvider'>): string | null {
  const ends = (identityProvider?.certificates ?? []).map(({ expiresAt }) => expiresAt);
  return ends.length === 0
    ? null
    : ends.reduce((one, other) => (Date.parse(one) > Date.parse(other) ? one : other));
}

function configOf(row: SsoConnectionEntity): SsoConnectionConfigResponse {
  const { metadataUrl, metadataXml, issuer, clientId } = row;
  return {
    ...(metadataUrl !== null && { metadataUrl }),
    ...(metadataXml !== null && { metadataXml }),
    ...(issuer !== null && { issuer }),
    ...(clientId !== null && { clientId }),
    certExpiresAt: certificatesEndAt(row),
  };
}

function samlOf({ entityId, acsUrl, sloUrl, metadataUrl }: ServiceProviderUrls): SamlServiceProviderResponse {
  return {
    entityId,
    acsUrl,
    sloUrl,
    metadataUrl,
    emailAttribute: SAML_EMAIL_ATTRIBUTE,
    nameAttribute: SAML_NAME_ATTRIBUTE,
  };
}

function oidcOf({
  redirectUri,
  loginUrl,
  backchannelLogoutUri,
}: ServiceProviderUrls): OidcServiceProviderResponse {
  return {
    redirectUri,
    initiateLoginUri: loginUrl,
    backchannelLogoutUri,
    scopes: OIDC_SCOPES,
    clientAuthentication: OIDC_CLIENT_AUTHENTICATION,
  };
}
