import { setTimeout as pause } from 'node:timers/promises';
import {
  listOrgPendingApprovals,
  listPendingApprovals,
  submitApprovalDecision,
} from '../../../client/src/operations.js';
import { RequestRefused, ServerUnreachable } from '../../../client/src/failure.js';
import { isObject } from '../terminal/answers.js';
import type { Arguments } from '../terminal/line.js';
import type { Answer } from '../command-line/command.js';
import { print } from '../terminal/output.js';
import { jsonOf } from '../terminal/printable.js';
import type { Session } from '../server/session.js';

/** After a question that failed; one that was answered is asked again at once, because the server holds it. */
const AFTER_FAILURE_MS = 5_000;

/** Until it is interrupted. A server that is away is asked again; one that refuses the key ends it. */
export async function watchApprovals(session: Session, { flags }: Arguments): Promise<Answer> {
  const decision = flags['auto'] === 'approve' || flags['auto'] === 'deny' ? flags['auto'] : undefined;
  let seen = new Set<string>();
  for (;;) {
    try {
      const query = { exclude: [...seen].join(',') };
      const { requests } =
        flags['org'] === true
          ? await session.ask(listOrgPendingApprovals, { query })
          : await session.askInWorkspace(listPendingApprovals, { query });
      session.insist(Array.isArray(requests) && requests.every(isObject));
      const fresh = requests.filter(({ id }) => !seen.has(id));
      for (const request of fresh) {
        print(jsonOf(request));
        if (decision === undefined) continue;
        await decided(session, request, decision);
      }
      // What is shown stays excluded for as long as it could be listed.
      seen = new Set([...seen, ...fresh.map(({ id }) => id)].slice(-200));
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      await pause(AFTER_FAILURE_MS);
    }
  }
}

/** In the workspace of the request, which a key of an organization has to name. What somebody else settled is settled. */
async function decided(
  session: Session,
  { id, workspaceId }: { id: string; workspaceId: string },
  decision: 'approve' | 'deny',
): Promise<void> {
  try {
    await session.askIn(workspaceId, submitApprovalDecision, { path: { id }, body: { decision } });
  } catch (error) {
    if (!(error instanceof RequestRefused) || ![404, 410].includes(error.status)) throw error;
  }
}
