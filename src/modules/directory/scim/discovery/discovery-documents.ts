import { GROUP_SCHEMA, USER_SCHEMA } from '../../../../domain/protocols/scim/attribute-name.js';
import { MAX_RESULTS } from '../protocol/list-request.js';
import type { ScimMeta } from '../protocol/scim-meta.js';
import { SCHEMA_DOCUMENTS } from './schema-documents.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

export interface ScimDiscoveryDocument {
  schemas: string[];
  id?: string;
  meta: ScimMeta;
  [field: string]: unknown;
}

/** RFC 7643 §5. `base`: the URL of `/scim/v2`. */
export function serviceProviderConfig(base: string): ScimDiscoveryDocument {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    documentationUri: `${base.slice(0, -'/scim/v2'.length)}/docs`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A token of the organization, sent as Authorization: Bearer',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** RFC 7643 §6. */
export function resourceTypes(base: string): ScimDiscoveryDocument[] {
  return [
    resourceType(base, 'User', '/Users', USER_SCHEMA, 'Members of the organization'),
    resourceType(base, 'Group', '/Groups', GROUP_SCHEMA, 'List the groups of the directory'),
  ];
}

/** RFC 7643 §7. */
export function schemas(base: string): ScimDiscoveryDocument[] {
  return SCHEMA_DOCUMENTS.map((document) => ({
    schemas: [`${CORE}:Schema`],
    ...document,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${document.id}` },
  }));
}

function resourceType(
  base: string,
  name: string,
  endpoint: string,
  schema: string,
  description: string,
): ScimDiscoveryDocument {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}
