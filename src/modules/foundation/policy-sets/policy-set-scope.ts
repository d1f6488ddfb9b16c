/** Names one rule set. `workspaceId` null or absent means the organization's own set. */
export interface PolicySetScope {
  organizationId: string;
  workspaceId?: string | null;
}
