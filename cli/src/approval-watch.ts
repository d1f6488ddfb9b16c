import { setTimeout as pause } from 'node:timers/promises';
import {
  listOrgPendingApprovals,
  listPendingApprovals,
  submitApprovalDecision,
} from '../../client/src/generated/operations.js';
import { ServerUnreachable } from '../../client/src/failure.js';
import type { Arguments } from './line.js';
import type { Answer } from './command.js';
import { print } from './output.js';
import type { Session } from './session.js';

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
      const fresh = requests.filter(({ id }) => !seen.has(id));
      for (const request of fresh) {
        print(JSON.stringify(request));
        if (decision === undefined) continue;
        await session.askInWorkspace(submitApprovalDecision, {
          path: { id: request.id },
          body: { decision },
        });
      }
      // What is shown stays excluded for as long as it could be listed.
      seen = new Set([...seen, ...fresh.map(({ id }) => id)].slice(-200));
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      await pause(AFTER_FAILURE_MS);
    }
  }
}
