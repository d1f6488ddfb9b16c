import {
  atLeastOneOf,
  type BodyRule,
  BodyRules,
  fieldIn,
  given,
  without,
} from '../../../../../kernel/http/fields/body-rules.js';
import { Field, type StringFieldOptions } from '../../../../../kernel/http/fields/fields.js';
import { providerUrl } from '../provider/provider-address.js';
import { PROTOCOLS } from './sso-connection.dto.js';

const OF_SAML = ['metadataUrl', 'metadataXml'];
const OF_OIDC = ['issuer', 'clientId', 'clientSecret'];

const httpsUrl = (more: StringFieldOptions): StringFieldOptions => ({
  trim: true,
  maxLength: 2048,
  pattern: /^https:\/\/[^\s?#@\\/]/i,
  ...more,
});

const METADATA_URL = httpsUrl({
  optional: true,
  patternMessage: 'metadataUrl must be an https URL',
  description: "SAML: URL of the provider's metadata. Either this or `metadataXml` is set.",
});
const METADATA_XML: StringFieldOptions = {
  optional: true,
  minLength: 100,
  maxLength: 512_000,
  description: "SAML: the provider's metadata document.",
};
const ISSUER = httpsUrl({
  optional: true,
  patternMessage: 'issuer must be an https URL',
  description: 'OpenID Connect: the issuer exactly as the provider shows it.',
});
const CLIENT_ID: StringFieldOptions = {
  optional: true,
  trim: true,
  minLength: 1,
  maxLength: 256,
  description: 'For OpenID Connect.',
};
const CLIENT_SECRET: StringFieldOptions = {
  optional: true,
  minLength: 1,
  maxLength: 1024,
  description: 'For OpenID Connect. Stored encrypted and never returned.',
};

/** What the patterns cannot say. */
const addresses: BodyRule = {
  schema: { properties: { issuer: { not: { pattern: '[?]' } } } },
  problemOf: ({ metadataUrl, issuer }) => {
    if (typeof metadataUrl === 'string' && providerUrl(metadataUrl) === null)
      return 'metadataUrl must be an https URL';
    const url = typeof issuer === 'string' ? providerUrl(issuer) : undefined;
    if (url === null || url?.search) return 'issuer must be an https URL without query';
    return null;
  },
};

const ofItsType: BodyRule = {
  schema: {
    anyOf: [
      {
        allOf: [
          fieldIn('type', ['saml']),
          without(...OF_OIDC),
          { oneOf: OF_SAML.map((field) => given(field)) },
        ],
      },
      { allOf: [fieldIn('type', ['oidc']), without(...OF_SAML), given(...OF_OIDC)] },
    ],
  },
  problemOf: (body) => {
    const [own, foreign] = body['type'] === 'saml' ? [OF_SAML, OF_OIDC] : [OF_OIDC, OF_SAML];
    const misplaced = foreign.find((field) => body[field] !== undefined);
    if (misplaced !== undefined) return `${misplaced} is not for ${String(body['type'])} connections`;
    const present = own.filter((field) => body[field] !== undefined);
    if (body['type'] === 'saml')
      return present.length === 1 ? null : 'Exactly one of metadataUrl and metadataXml must be given';
    const missing = own.find((field) => !present.includes(field));
    return missing === undefined ? null : `${missing} is required`;
  },
};

const oneMetadataSource: BodyRule = {
  schema: { not: given(...OF_SAML) },
  problemOf: ({ metadataUrl, metadataXml }) =>
    metadataUrl === undefined || metadataXml === undefined
      ? null
      : 'Only one of metadataUrl and metadataXml may be given',
};

@BodyRules(ofItsType, addresses)
export class CreateSsoConnectionRequest {
  @Field.oneOf(PROTOCOLS) type: 'saml' | 'oidc';
  @Field.string({ trim: true, minLength: 1, maxLength: 100 }) displayName: string;
  @Field.string(METADATA_URL) metadataUrl?: string;
  @Field.string(METADATA_XML) metadataXml?: string;
  @Field.string(ISSUER) issuer?: string;
  @Field.string(CLIENT_ID) clientId?: string;
  @Field.string(CLIENT_SECRET) clientSecret?: string;
}

@BodyRules(atLeastOneOf(['displayName', 'enabled', ...OF_SAML, ...OF_OIDC]), oneMetadataSource, addresses)
export class UpdateSsoConnectionRequest {
  @Field.string({ optional: true, trim: true, minLength: 1, maxLength: 100 }) displayName?: string;
  @Field.boolean({ optional: true, description: 'False stops sign-in through the connection.' })
  enabled?: boolean;
  @Field.string(METADATA_URL) metadataUrl?: string;
  @Field.string(METADATA_XML) metadataXml?: string;
  @Field.string(ISSUER) issuer?: string;
  @Field.string(CLIENT_ID) clientId?: string;
  @Field.string(CLIENT_SECRET) clientSecret?: string;
}
