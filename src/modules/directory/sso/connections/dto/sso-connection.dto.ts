import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Field } from '../../../../../kernel/http/fields/fields.js';
import { OidcServiceProviderResponse, SamlServiceProviderResponse } from './service-provider.dto.js';

export const PROTOCOLS = ['saml', 'oidc'] as const;
export const SSO_CONNECTION_STATUSES = ['pending', 'active', 'disabled'] as const;

export class SsoConnectionConfigResponse {
  @Field.string({ optional: true }) metadataUrl?: string;
  @Field.string({ optional: true }) metadataXml?: string;
  @Field.string({ optional: true }) issuer?: string;
  @Field.string({ optional: true }) clientId?: string;

  @Field.string({
    nullable: true,
    format: 'date-time',
    description: 'When the last signing certificate expires; null for OpenID Connect.',
  })
  certExpiresAt: string | null;
}

@ApiExtraModels(SamlServiceProviderResponse, OidcServiceProviderResponse)
export class SsoConnectionResponse {
  @Field.string() id: string;
  @Field.oneOf(PROTOCOLS) type: 'saml' | 'oidc';

  @Field.oneOf(SSO_CONNECTION_STATUSES, {
    description:
      '`pending` until the first person has signed in through the connection. Sign-in is possible ' +
      'while it is pending.',
  })
  status: string;

  @Field.string() displayName: string;
  @Field.string() providerName: string;
  @Field.string({ description: 'The same as `providerName`.' }) cognitoProviderName: string;

  @Field.object(SsoConnectionConfigResponse, { description: 'Contains no secrets.' })
  config: SsoConnectionConfigResponse;

  @Field.json({
    description: 'The values that the identity provider needs, by type.',
    schema: {
      oneOf: [SamlServiceProviderResponse, OidcServiceProviderResponse].map((type) => ({
        $ref: getSchemaPath(type),
      })),
    },
  })
  serviceProvider: SamlServiceProviderResponse | OidcServiceProviderResponse;

  @Field.string({ nullable: true, format: 'date-time' }) lastLoginAt: string | null;
  @Field.dateTime() createdAt: string;
  @Field.dateTime() updatedAt: string;
}

export class SsoCheckResponse {
  @Field.string() code: string;
  @Field.string({ description: 'Text for a person.' }) name: string;
  @Field.boolean() ok: boolean;
  @Field.string({ optional: true, description: 'What is wrong, and the likely mistake.' }) detail?: string;
}

export class SsoTestResponse {
  @Field.boolean({ description: 'True when every check passed.' }) ok: boolean;
  @Field.list(SsoCheckResponse) checks: SsoCheckResponse[];
}
