import { type Owner, organizationKey } from '../people/accounts.js';
import { api, type ApiClient } from '../clients/client.js';
import type { TestServer } from '../server/server.js';

/** An owner of an organization, in the shoes of an administrator of its directory. */
export interface Administration {
  owner: Owner;
  /** The owner's session in the organization. */
  session: ApiClient;
}

export function administrationOf(server: Pick<TestServer, 'apiUrl'>, owner: Owner): Administration {
  const session = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  return { owner, session };
}

/** A client with somebody's own key for the organization. */
export async function withOrganizationKey(
  server: Pick<TestServer, 'apiUrl'>,
  person: { cookie: string },
  { organizationId }: { organizationId: string },
): Promise<ApiClient> {
  return api(server).as(await organizationKey(server, { cookie: person.cookie, organizationId }));
}

export interface AuditedEntry {
  action: string;
  service: string;
  source: string;
  metadata: Record<string, unknown>;
  userId: string | null;
}

/** What the organization's trail says about these services, oldest first. */
export function trailOf(
  { db }: Pick<TestServer, 'db'>,
  organizationId: string,
  ...services: string[]
): Promise<AuditedEntry[]> {
  return db.query<AuditedEntry>(
    `SELECT action, service, source, metadata, user_id AS "userId" FROM audit_log
     WHERE organization_id = $1 AND service = ANY($2) ORDER BY created_at, id`,
    [organizationId, services],
  );
}

/** Every row of a list, page by page. */
export async function everyPage(by: ApiClient, path: string, limit: number): Promise<any[][]> {
  const pages: any[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { status, body, text } = await by.get(at);
    if (status !== 200) throw new Error(`${at}: ${status} ${text}`);
    pages.push(body.data);
    cursor = body.nextCursor;
  }
  return pages;
}
