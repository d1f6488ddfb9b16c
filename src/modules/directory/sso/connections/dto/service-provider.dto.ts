import { Field } from '../../../../../kernel/http/fields/fields.js';

export class SamlServiceProviderResponse {
  @Field.string({ description: 'Audience URI, Identifier (Entity ID).' }) entityId: string;
  @Field.string({ description: 'Single sign-on URL, Reply URL (Assertion Consumer Service URL).' })
  acsUrl: string;
  @Field.string({ description: 'Single Logout URL.' }) sloUrl: string;
  @Field.string({ description: 'URL of the same values as an XML document.' }) metadataUrl: string;
  @Field.string({ description: 'Name of the attribute with the e-mail address; required.' })
  emailAttribute: string;
  @Field.string({ description: 'Name of the attribute with the display name; optional.' })
  nameAttribute: string;
}

export class OidcServiceProviderResponse {
  @Field.string({ description: 'Sign-in redirect URI, Redirect URI (Web).' }) redirectUri: string;
  @Field.string({ description: 'Initiate login URI, home page URL.' }) initiateLoginUri: string;
  @Field.string({ description: 'Back-channel logout URI.' }) backchannelLogoutUri: string;
  @Field.string() scopes: string;
  @Field.string({ description: 'Method name as in OpenID Connect discovery.' }) clientAuthentication: string;
}

export class ServiceProviderResponse {
  @Field.string({ description: 'Part of every URL of the organization; never changes.' })
  providerName: string;
  @Field.object(SamlServiceProviderResponse) saml: SamlServiceProviderResponse;
  @Field.object(OidcServiceProviderResponse) oidc: OidcServiceProviderResponse;
}
