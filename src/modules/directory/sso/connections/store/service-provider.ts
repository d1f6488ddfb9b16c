/** What this server is to an identity provider: the values an administrator copies there (05 §8.1). */

export interface ServiceProviderUrls {
  /** SAML: our entity id and audience; also where our metadata is. */
  entityId: string;
  metadataUrl: string;
  acsUrl: string;
  sloUrl: string;
  /** OpenID Connect. */
  redirectUri: string;
  backchannelLogoutUri: string;
  /** Both: where a sign-in starts. */
  loginUrl: string;
}

export const OIDC_SCOPES = 'openid email profile';
export const OIDC_CLIENT_AUTHENTICATION = 'client_secret_post';
export const SAML_EMAIL_ATTRIBUTE = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
export const SAML_NAME_ATTRIBUTE = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';

const PROVIDER_NAME = /^org-[0-9a-f]{24}$/;

export function isProviderName(text: string): boolean {
  return PROVIDER_NAME.test(text);
}

/** `baseUrl` is the configured API URL with `/v1`, never what a request said about itself. */
export function serviceProviderUrls(baseUrl: string, providerName: string): ServiceProviderUrls {
  const at = `${baseUrl}/auth/sso/${providerName}`;
  return {
    entityId: `${at}/metadata`,
    metadataUrl: `${at}/metadata`,
    acsUrl: `${at}/acs`,
    sloUrl: `${at}/slo`,
    redirectUri: `${at}/callback`,
    backchannelLogoutUri: `${at}/backchannel-logout`,
    loginUrl: `${at}/login`,
  };
}
