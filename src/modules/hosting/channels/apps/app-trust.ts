/**
 * For whom a Slack app speaks (04 §6, R52). Its signing secret makes every event of it, so the person who entered the
 * secret can write "from" anybody. An app that the organization's token created, or that an owner or administrator
 * attached, is trusted to tell members apart; every other app speaks for the person who attached it alone. The role
 * counts as it is now, in every edition.
 */
import type { ChannelAppCredentials } from './channel-app-credentials.js';

/** As a condition of a statement; both arguments are SQL expressions written in our code. */
export function speaksForEveryone(presence: string, organizationId: string): string {
  return `(coalesce(${presence}.made_by_organization, false) OR EXISTS (
    SELECT FROM memberships trusted WHERE trusted.user_id = ${presence}.created_by_user_id
      AND trusted.organization_id = ${organizationId} AND trusted.status = 'active'
      AND trusted.role IN ('owner', 'admin')))`;
}

/** Only the app's creation with the organization's token tells its client. */
export function isMadeByOrganization({ clientSecret }: ChannelAppCredentials): boolean {
  return clientSecret !== undefined;
}

/** Whether the app is trusted to say that this person wrote. */
export function speaksFor(
  { speaksForEveryone: everyone, attachedBy }: { speaksForEveryone: boolean; attachedBy: string | null },
  userId: string,
): boolean {
  return everyone || attachedBy === userId;
}
