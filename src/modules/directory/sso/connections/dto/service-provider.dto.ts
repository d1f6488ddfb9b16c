import { Field } from '../../../../../kernel/http/fields/fields.js';

export class SamlServiceProviderResponse {
  @Field.string({ description: 'Audience URI, Identifier (Entity ID).' }) entityId: string;
  @Field.string({ description: 'Single sign-on URL, Reply URL (Assertion Consumer Service URL).' })
  acsUrl: string;
  @Field.string({ description: 'Single Logout URL.' }) sloUrl: string;
  @Field.string({ description: 'All of this as a document.' }) metadataUrl: string;
  @Field.string({ description: 'Name of the attribute that must hold the e-mail address.' })
  emailAttribute: string;
  @Field.string({ description: 'Name of the attribute that may hold the display name.' })
  nameAttribute: string;
}

export class OidcServiceProviderResponse {
  @Field.string({ description: 'Sign-in redirect URI, Redirect URI (Web).' }) redirectUri: string;
  @Field.string({ description: 'Initiate login URI, home page URL.' }) initiateLoginUri: string;
  @Field.string({ description: 'Back-channel logout URI.' }) backchannelLogoutUri: string;
  @Field.string() scopes: string;
  @Field.string({ description: 'As discovery names it.' }) clientAuthentication: string;
}

export class ServiceProviderResponse {
  @Field.string({ description: "Part of every URL; stays the organization's for good." })
  providerName: string;
  @Field.object(SamlServiceProviderResponse) saml: SamlServiceProviderResponse;
  @Field.object(OidcServiceProviderResponse) oidc: OidcServiceProviderResponse;
}
