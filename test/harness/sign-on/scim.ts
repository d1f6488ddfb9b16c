import type { Owner } from '../people/accounts.js';
import { api, type Answer, type ApiClient } from '../clients/client.js';
import { administrationOf } from './directory.js';
import type { TestServer } from '../server/server.js';

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The directory of an organization: a client that holds a SCIM token. */
export interface Directory {
  api: ApiClient;
  token: string;
  tokenId: string;
}

export async function connectDirectory(server: Pick<TestServer, 'apiUrl'>, owner: Owner): Promise<Directory> {
  const { session } = administrationOf(server, owner);
  const created = await session.post('/v1/org/scim/tokens', { label: 'directory' });
  if (created.status !== 201) throw new Error(`no token: ${created.status} ${created.text}`);
  const { id: tokenId, token } = created.body as { id: string; token: string };
  return { api: api(server).as(token), token, tokenId };
}

export function operations(...written: unknown[]): object {
  return { schemas: [PATCH_OP], Operations: written };
}

/** Status and SCIM code of a refusal, whose body is checked for its shape. */
export function refusalOf({ status, body, headers, text }: Answer): [number, string | undefined] {
  const wellFormed =
    body?.schemas?.[0] === 'urn:ietf:params:scim:api:messages:2.0:Error' &&
    body.status === String(status) &&
    typeof body.detail === 'string' &&
    headers['content-type'] === 'application/scim+json';
  if (!wellFormed)
    throw new Error(`no SCIM error: ${status} ${JSON.stringify(headers['content-type'])} ${text}`);
  return [status, body.scimType as string | undefined];
}
