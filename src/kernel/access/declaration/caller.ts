import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who is calling: the one union every guard, controller and service works with. */

export type OrganizationRole = 'owner' | 'admin' | 'member';

/** Credentials that stand for a person (01 §3). */
export type PersonCredential = 'session' | 'workspace-key' | 'org-key' | 'service-key';

/** A person, through a dashboard session or a key of theirs. */
export interface Caller {
  credential: PersonCredential;
  /** Row id of the key or session; on Cloud the session token's own id. */
  credentialId: string;
  userId: string;
  email: string;
  organizationId: string | null;
  /** Role in that organization, as stored; null without an organization. */
  role: OrganizationRole | null;
  /** Passes an organization-admin check in this edition (01 §6.1: Community is a flat team). */
  isAdmin: boolean;
  workspaceId: string | null;
}

export type OrganizationCaller = Caller & { organizationId: string; role: OrganizationRole };
export type WorkspaceCaller = OrganizationCaller & { workspaceId: string };

export type PartnerRole = OrganizationRole;

/** A partner through its key, or through the portal session of one of its members; on `/v1/partner/*` only (07 A2). */
export interface PartnerCaller {
  credential: 'partner-key' | 'session';
  credentialId: string;
  partnerId: string;
  partnerName: string;
  /** A key acts for the partner, as an administrator. */
  role: PartnerRole;
  /** Who is signed in; null for a key. No organization's data come with it (07 A12.7). */
  member: { userId: string; email: string } | null;
}

/** A directory (Okta, Entra ID), on `/scim/v2/*` only. */
export interface ScimCaller {
  credential: 'scim';
  credentialId: string;
  organizationId: string;
}

/** Another process of this deployment, on `/v1/internal/*` only. */
export interface InternalCaller {
  credential: 'internal';
}

/** Who runs this deployment, on `/v1/operator/*` only (07 A3). */
export interface OperatorCaller {
  credential: 'operator';
}

/** A daemon that runs hosted agents, on `/v1/runner/*` only (04 §7). */
export interface RunnerCaller {
  credential: 'runner';
  tokenHash: Buffer;
  /** Null for the operator's token as long as nobody has registered with it. */
  runnerId: string | null;
  /** The start of it that is at work; an earlier one is refused. */
  bootId: string | null;
}

/** A daemon that holds connections to chat providers, on `/v1/channel-adapter/*` only (04 §7, §10). */
export interface ChannelAdapterCaller {
  credential: 'channel-adapter';
  tokenHash: Buffer;
  /** Null for the operator's token as long as nobody has registered with it. */
  adapterId: string | null;
  /** The start of it that is at work; an earlier one is refused. */
  bootId: string | null;
}

/** Who is no person and belongs to no organization but its own. */
export type MachineCaller =
  ScimCaller | InternalCaller | OperatorCaller | RunnerCaller | ChannelAdapterCaller;

export type Principal = Caller | PartnerCaller | MachineCaller;

export type CredentialKind = Principal['credential'];

export function isPerson(principal: Principal): principal is Caller {
  return 'userId' in principal;
}

/**
 * The authenticated caller. Its static type is the handler's promise: `WorkspaceCaller` on level `workspace`,
 * `OrganizationCaller` on level `organization`, `Caller` on level `person`.
 */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = context.switchToHttp().getRequest<FastifyRequest>().principal;
  if (principal === undefined) throw new Error(`${context.getHandler().name} is public and has no caller`);
  return principal;
});
