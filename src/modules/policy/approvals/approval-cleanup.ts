import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../kernel/jobs/jobs.js';
import { ApprovalLedger } from './approval-ledger.js';

/** Settled approvals are answered about for ten minutes (06 §15.5); the log and the audit keep what lasts. */
@Injectable()
export class ApprovalCleanup {
  constructor(jobs: Jobs, ledger: ApprovalLedger) {
    jobs.registerPeriodic('approvals.purge', '*/15 * * * *', () => ledger.purge());
  }
}
