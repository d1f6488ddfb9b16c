const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** RFC 7644 §3.4.2. */
export interface ListResponse {
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: object[];
}

export function listResponse(resources: object[], totalResults: number, startIndex = 1): ListResponse {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
