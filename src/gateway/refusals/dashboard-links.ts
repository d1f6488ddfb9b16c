/** Builds dashboard links for one workspace; `appUrl` has no trailing slash. */
export class DashboardLinks {
  private readonly base: string;

  constructor(appUrl: string, workspaceId: string | null) {
    this.base = workspaceId === null ? appUrl : `${appUrl}/w/${encodeURIComponent(workspaceId)}`;
  }

  agents(): string {
    return `${this.base}/agents`;
  }

  /** Where a credential of this app or host is attached to an agent. */
  manage(provider: string): string {
    return `${this.base}/connections/apps/${encodeURIComponent(provider)}`;
  }

  /** Where an account of this app is connected; the name tells the person which agent asked. */
  connectApp(provider: string, agentName: string): string {
    return `${this.base}/connections?connect=${encodeURIComponent(provider)}&${askedBy(agentName)}`;
  }

  /** Where an API of a known host that no app has can be asked for. */
  requestApp(hostname: string, agentName: string): string {
    return `${this.base}/connections?request=${encodeURIComponent(hostname)}&${askedBy(agentName)}`;
  }

  /** Where a model key of one's own is added. */
  llmKeys(): string {
    return `${this.base}/connections/llms`;
  }

  createSecret(hostname: string): string {
    return `${this.base}/connections/custom?create=generic&host=${encodeURIComponent(hostname)}&path=%2F%2A`;
  }
}

function askedBy(agentName: string): string {
  return `source=agent&agent_name=${encodeURIComponent(agentName)}`;
}
