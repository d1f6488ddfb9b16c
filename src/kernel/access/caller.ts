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

/** A partner's key, on `/v1/partner/*` only. */
export interface PartnerCaller {
  credential: 'partner-key';
  credentialId: string;
  partnerId: string;
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

export type Principal = Caller | PartnerCaller | ScimCaller | InternalCaller | OperatorCaller;

export type CredentialKind = Principal['credential'];

export function isPerson(principal: Principal): principal is Caller {
  return 'userId' in principal;
}
