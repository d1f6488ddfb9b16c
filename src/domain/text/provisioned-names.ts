/** Names of what is created for a person without asking (01 §12.2, §12.1). */
import { truncate } from './truncate.js';
import { slugify, workspaceSlug } from './slug.js';

const ORGANIZATION_NAME_MAX = 255;
const WORKSPACE_NAME_MIN = 2;
const WORKSPACE_NAME_MAX = 50;
const USER_ID_PART = 8;
const FALLBACK_NAME = 'Personal';
const ORGANIZATION_SLUG_FALLBACK = 'organization';

export interface NamedPerson {
  id: string;
  name: string | null;
  email: string;
}

/** Display name, else the part of the e-mail before `@`, else `Personal`. */
export function provisionedOrganizationName({ name, email }: Pick<NamedPerson, 'name' | 'email'>): string {
  const local = email.split('@', 1)[0]?.trim() ?? '';
  return truncate(name?.trim() || local || FALLBACK_NAME, ORGANIZATION_NAME_MAX);
}

/** `slugify(name)` and the first 8 characters of the creator's id (01 §2). */
export function organizationSlug(name: string, creatorId: string): string {
  return `${slugify(name) || ORGANIZATION_SLUG_FALLBACK}-${creatorId.slice(0, USER_ID_PART)}`;
}

/** Display name if it can name a workspace, else the e-mail cut to 50 characters, else `Personal` (01 §12.1). */
export function provisionedWorkspaceName({ name, email }: Pick<NamedPerson, 'name' | 'email'>): string {
  const candidates = [name?.trim() ?? '', truncate(email.trim(), WORKSPACE_NAME_MAX)];
  return candidates.find(namesWorkspace) ?? FALLBACK_NAME;
}

/** The slug beside it: bare in a new organization, with the person's id when they join an existing one. */
export function provisionedWorkspaceSlug(name: string, userId: string, joins: boolean): string {
  return joins ? `${workspaceSlug(name)}-${userId.slice(0, USER_ID_PART)}` : workspaceSlug(name);
}

function namesWorkspace(name: string): boolean {
  return name.length >= WORKSPACE_NAME_MIN && name.length <= WORKSPACE_NAME_MAX && /[A-Za-z0-9]/.test(name);
}
