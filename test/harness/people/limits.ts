/** Organizations at a deployment with limits of R65, and what a door says where one is reached. */
import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { expectStatus, type Owner, organizationKey, signUpOwner } from './accounts.js';
import { type Answer, api, type ApiClient } from '../clients/client.js';
import type { TestServer } from '../server/server.js';

export interface Place extends Owner {
  org: ApiClient;
  session: ApiClient;
}

/** Somebody with an organization, by all three credentials. */
export async function limitedPlace(server: TestServer): Promise<Place> {
  const owner = await signUpOwner(server);
  const org = api(server).as(await organizationKey(server, owner));
  const session = api(server).as(owner.cookie).with({ 'x-organization-id': owner.organizationId });
  return { ...owner, org, session };
}

export const someName = (): string => `n${randomBytes(6).toString('hex')}`;

export function expectReached(answer: Answer, limit: string, kind: string): void {
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: { type: 'conflict_error', code: 'limit_reached', limit, kind, message: expect.any(String) },
    },
  });
}

export async function limitUsage(
  { org }: Place,
  kind: string,
): Promise<{ current: number; max: number; limit: string }> {
  const { limits } = expectStatus(await org.get('/v1/org/usage'), 200).body;
  return limits.find((line: { kind: string }) => line.kind === kind);
}
