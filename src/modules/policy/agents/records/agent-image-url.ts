/** Where an agent's avatar is served (02 §2.3); `apiOrigin` without trailing slash. */
export function agentImageUrl(apiOrigin: string, agentId: string, imageKey: string): string {
  return `${apiOrigin}/v1/agent-images/${agentId}/${imageKey}`;
}
