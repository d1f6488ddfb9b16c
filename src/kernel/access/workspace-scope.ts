/** A workspace with the organization it belongs to; every query about its resources carries it. */
export interface WorkspaceScope {
  organizationId: string;
  workspaceId: string;
}
