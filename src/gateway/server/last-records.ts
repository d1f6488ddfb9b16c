import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { ApprovalLog } from '../approvals/approval-log.js';
import { CallCounter } from '../request-log/call-counter.js';
import { RequestLog } from '../request-log/request-log.js';

const AGAIN_MS = 250;

interface WrittenBehind {
  readonly left: number;
  flush(): Promise<void>;
}

/**
 * What is written behind the traffic, when that has ended (06 §18.3f). A step of the shutdown before the application's:
 * there it would wait for its turn behind providers that are still asked and rows that are locked.
 */
@Injectable()
export class LastRecords {
  private readonly logger = new Logger(LastRecords.name);

  constructor(
    private readonly requestLog: RequestLog,
    private readonly heldLog: ApprovalLog,
    private readonly calls: CallCounter,
  ) {}

  async write(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.writeAll(this.requestLog, signal, (records) =>
        this.logger.error({ records }, 'rest of the request log could not be written before shutdown'),
      ),
      this.writeAll(this.heldLog, signal, (records) =>
        this.logger.error({ records }, 'outcomes of held requests could not be written before shutdown'),
      ),
      this.writeAll(this.calls, signal, (records) =>
        this.logger.error({ records }, 'last integration calls could not be counted before shutdown'),
      ),
    ]);
  }

  /** What fails is tried again: a database that is busy, or comes back, still gets it. */
  private async writeAll(
    behind: WrittenBehind,
    signal: AbortSignal,
    tellLoss: (records: number) => void,
  ): Promise<void> {
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    while (behind.left > 0 && !signal.aborted) {
      await Promise.race([behind.flush(), over]);
      if (behind.left > 0) await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
    if (behind.left > 0) tellLoss(behind.left);
  }
}
