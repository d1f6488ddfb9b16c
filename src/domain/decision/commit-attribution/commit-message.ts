/** Commits that an agent makes through a GitHub App say so (03 §12.8, 06 §11.6). */
export interface CommitAuthor {
  readonly agentName: string;
  readonly workspaceId: string;
}

const TRAILER = 'On-Behalf-Of:';
/** Of a name: whatever could begin a line of the message, and so a trailer of its own. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

const FILES = /^\/repos\/[^/]+\/[^/]+\/contents\/./;
const COMMITS = /^\/repos\/[^/]+\/[^/]+\/git\/commits\/?$/;

/** Whether a request of the GitHub API makes a commit; `path` in its canonical form. */
export function makesCommit(method: string, path: string): boolean {
  return (method === 'PUT' && FILES.test(path)) || (method === 'POST' && COMMITS.test(path));
}

/** The message with its author; the same one where it names somebody already. */
export function attributedMessage(message: string, { agentName, workspaceId }: CommitAuthor): string {
  if (message.includes(TRAILER)) return message;
  const name = agentName.replace(LINE_BREAKS, ' ');
  const prefix = `[${name}] `;
  const prefixed = message.startsWith(prefix) ? message : prefix + message;
  return `${prefixed}\n\n${TRAILER} ${name}[credential-gateway] (${workspaceId})`;
}
