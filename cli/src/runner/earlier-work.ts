import type { AgentStarts } from './agents/agent-starts.js';
import type { Journal, LeftRun } from './reports/journal.js';
import { killLeftover } from './reports/process-identity.js';
import { Reporter } from './reports/reporter.js';
import type { RunnerApi } from './reports/runner-api.js';

/** As many as one registration names (04 §9.2). */
const MAX_RESUMED = 100;
const AT_ONCE = 8;
const NOBODY = { renewed: () => undefined, abortRequested: () => undefined, lost: () => undefined };

/**
 * What an earlier start of this program left behind: its commands are ended. What was finished is handed in; what was not
 * cannot be gone on with, and the server knows whether it may be repeated (04 §8.4.3).
 */
export class EarlierWork {
  private readonly left: LeftRun[];

  constructor(private readonly journal: Journal) {
    this.left = journal.left();
    for (const { child } of this.left) if (child !== null) killLeftover(child);
  }

  get resume(): { turnId: string; leaseId: string }[] {
    return this.left
      .filter(({ ending }) => ending !== null)
      .slice(0, MAX_RESUMED)
      .map(({ run: { turnId, leaseId } }) => ({ turnId, leaseId }));
  }

  async handIn(api: RunnerApi, starts: AgentStarts, resumed: ReadonlySet<string>): Promise<void> {
    await Promise.all(
      this.left.map(async (left) => {
        const journal = this.journal.of(left.run.leaseId);
        if (left.ending !== null && resumed.has(left.run.leaseId))
          await Reporter.resumed(api, journal, left, NOBODY).hand(left.ending);
        journal.close();
      }),
    );
    // Behind the work: with an agent's compute the server gives up what was under way in it. Nothing runs here yet, whatever
    // the server was told by a start that had no time to take it back.
    const listed = await api.call('GET', 'agents').catch(() => null);
    const agentIds = listed?.status === 200 ? (listed.body['agentIds'] as string[]) : [];
    for (let from = 0; from < agentIds.length; from += AT_ONCE)
      await Promise.all(agentIds.slice(from, from + AT_ONCE).map((agentId) => starts.stopped(agentId)));
  }
}
