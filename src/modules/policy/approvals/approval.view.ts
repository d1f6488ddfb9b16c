import type { HeldRequest } from './approval.js';
import type { PendingApproval } from './approval-rows.js';

/** A pending approval as clients read it (06 §15.2). */
export interface PendingItem extends HeldRequest {
  id: string;
  workspaceId: string;
  /** The same value; released SDKs echo it as `X-Project-Id`. */
  projectId: string;
  createdAt: string;
  expiresAt: string;
}

export function toPendingItem({
  id,
  workspaceId,
  request,
  createdAt,
  expiresAt,
}: PendingApproval): PendingItem {
  const { method, url, host, path, headers, bodyPreview, summary, agent } = request;
  return {
    id,
    workspaceId,
    projectId: workspaceId,
    method,
    url,
    host,
    path,
    headers,
    bodyPreview,
    summary,
    agent,
    createdAt: inSeconds(createdAt),
    expiresAt: inSeconds(expiresAt),
  };
}

/** RFC 3339 in UTC without fractions. */
function inSeconds(moment: Date): string {
  return moment.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
