/**
 * What the contract says about who may call an operation: the columns EDITION and AUTH of routes.tsv, and the
 * tables below for what they do not say, namely how much must be resolved and which role it takes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatrixCredential } from './matrix-credentials.js';

export type EditionName = 'community' | 'enterprise' | 'cloud';
export type Role = 'owner' | 'admin' | 'member';

/** `unlicensed` is the refusal that comes before authentication (01 §4). */
export type Outcome = 'admitted' | 'refused' | 'unlicensed';

export interface AccessRow {
  method: string;
  path: string;
  edition: string;
  auth: string;
  id: string;
}

/** The first that fits decides; what no line names is at level workspace (01 §0). */
const LEVELS: readonly [RegExp, 'person' | 'organization' | 'workspace'][] = [
  [/^\/auth\//, 'person'],
  // It hands out the key of a workspace (01 §14).
  [/^\/v1\/auth\/cli\/confirm$/, 'workspace'],
  [/^\/v1\/auth\//, 'person'],
  // A key of a person for a workspace: the workspace may be missing, which is a 400 (01 §5.2 rule 2.5).
  [/^\/v1\/user\/api-key/, 'organization'],
  [/^\/v1\/(?:apps\/\{provider\}\/(?:authorize|connect))$/, 'organization'],
  // They say the same in every workspace, or look at accounts of several (03 §4, §13.6).
  [
    /^\/v1\/apps\/(?:env-defaults|permission-definitions|\{provider\}\/permission-definition|dropbox|google-drive|github-app)(?:\/|$)/,
    'organization',
  ],
  [/^\/v1\/(?:user|orgs|invitations|claims|provisions|partner)(?:\/|$)/, 'person'],
  [/^\/v1\/(?:org|workspaces|projects|team|runners)(?:\/|$)/, 'organization'],
];

/** 01 §6.4 and §18: bind in every edition. */
const OWNERS_ONLY = new Set(['updateOrganization', 'deleteOrganization', 'transferOrgOwnership']);

/** R52.3: who says which Slack workspace is the organization's, and who is who there, administers in every edition. */
const ADMINS_IN_EVERY_EDITION = new Set([
  'putOrgChannelCredentials',
  'deleteOrgChannel',
  'createChannelUserLink',
  'deleteChannelUserLink',
]);

/** 01 §6.9: what shows or ends the caller's own membership or concerns every member alike. */
const ANY_MEMBER = new Set([
  'getOrganization',
  'getOrgUsage',
  'getLeaveImpact',
  'leaveOrganization',
  'getOrgAppPermissions',
  'listInheritedPartnerSecrets',
]);

/** 07 A2, A11, A12, A14: what takes a manager of the partner; its key always is one. */
const PARTNER_MANAGERS = new Set([
  'regeneratePartnerApiKey',
  'listPartnerAuditLogs',
  'addPartnerMember',
  'changePartnerMemberRole',
  'removePartnerMember',
  'reissuePartnerMemberSetupLink',
  'setPartnerOrgBudget',
  'clearPartnerOrgBudget',
]);

/**
 * Everything else under `/org`, creating workspaces (01 §16), sending one away (01 §19.10), provisioning (05 §11), seeing
 * the runners (04 §9.5).
 */
const ADMINS =
  /^(?:\w+ \/v1\/(?:org|team)(?:\/|$)|POST \/v1\/(?:workspaces|projects|migrate\/export)$|GET \/v1\/runners$)/;

/** 06 §15.6: the licence is asked for after the credential. */
const GATED_LATER = new Set(['listOrgPendingApprovals']);

/** 01 §3.1: the approvals endpoints and nothing else. */
const FOR_SERVICE_KEYS = /^\/v1\/approvals\//;

export function readAccessRows(): AccessRow[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/contract/routes.tsv'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [method = '', path = '', , edition = '', auth = '', , id = ''] = line.split('\t');
      return { method, path, edition, auth, id };
    });
}

/** The outcomes that the contract leaves open; null: the operation is open to everybody. */
export function expectationOf(
  row: AccessRow,
  credential: MatrixCredential,
  edition: EditionName,
): readonly Outcome[] | null {
  if (row.edition === 'enterprise' && edition === 'community')
    return GATED_LATER.has(row.id) ? ['unlicensed', 'refused'] : ['unlicensed'];
  if (row.auth === 'none') return null;
  return isAdmitted(row, credential, edition) ? ['admitted'] : ['refused'];
}

/** What one operation is asked decides whether it needs a licence: a claim link of a partner needs none (07 A7.3). */
export function bodyFor(row: AccessRow): string {
  return JSON.stringify(row.id === 'claimProvision' ? { token: '0'.repeat(64) } : {});
}

/** One operation reads its key from a header of its own (01 §19.9). */
export function headersFor(row: AccessRow, { headers }: MatrixCredential): Record<string, string> {
  const { authorization, ...others } = headers;
  if (row.id !== 'reportInstallComplete' || authorization === undefined) return headers;
  return { ...others, 'x-api-key': authorization.replace('Bearer ', '') };
}

function isAdmitted(row: AccessRow, credential: MatrixCredential, edition: EditionName): boolean {
  const accepted = row.auth.split(',');
  switch (credential.kind) {
    case 'workspace':
    case 'org':
      return accepted.includes(credential.kind) && credential.live && resolves(row, credential, edition);
    case 'session':
      return (
        accepted.includes('session') && !accepted.includes('partner') && resolves(row, credential, edition)
      );
    case 'service':
      return FOR_SERVICE_KEYS.test(row.path);
    case 'operator':
      return row.path.startsWith('/v1/operator/');
    case 'internal':
      return row.path.startsWith('/v1/internal/');
    case 'channel-adapter':
      return row.path.startsWith('/v1/channel-adapter/');
    case 'runner':
      return row.path.startsWith('/v1/runner/');
    case 'partner':
      return accepted.includes('partner') && credential.live;
    case 'portal':
      return accepted.includes('partner')
        ? credential.live && (credential.role !== 'member' || !PARTNER_MANAGERS.has(row.id))
        : accepted.includes('session') && levelOf(row) === 'person';
    case 'scim':
    case 'agent':
      return accepted.includes(credential.kind);
    case 'nothing':
      return false;
  }
}

/** Whether organization, workspace and role are there that the operation needs (01 §5.2, §6). */
function resolves(row: AccessRow, credential: MatrixCredential, edition: EditionName): boolean {
  if (credential.names === 'foreign' && credential.kind === 'org') return false;
  const level = levelOf(row);
  if (level === 'person') return true;
  if (!credential.live || credential.names === 'foreign') return false;
  if (credential.names === 'nothing') {
    if (credential.kind === 'session' && edition === 'cloud') return false;
    if (credential.kind === 'org' && level === 'workspace') return false;
  }
  return hasRole(row, credential.role, edition);
}

function levelOf({ path }: AccessRow): 'person' | 'organization' | 'workspace' {
  return LEVELS.find(([pattern]) => pattern.test(path))?.[1] ?? 'workspace';
}

function hasRole({ id, method, path }: AccessRow, role: Role, edition: EditionName): boolean {
  if (OWNERS_ONLY.has(id)) return role === 'owner';
  if (ADMINS_IN_EVERY_EDITION.has(id)) return role !== 'member';
  if (edition === 'community' || ANY_MEMBER.has(id)) return true;
  return role !== 'member' || !ADMINS.test(`${method} ${path}`);
}
