import { Injectable } from '@nestjs/common';
import { Ticks } from '../../../kernel/jobs/ticks.js';
import { ScheduleClaims } from './schedule-claims.js';
import { ScheduleFiring } from './schedule-firing.js';
import { ScheduleResults } from './schedule-results.js';

/** 04 §3.2.1. */
const FIRES_AT_ONCE = 10;
const RESULTS_AT_ONCE = 100;

/** Each second on every process (04 §8.8); what one of them took is no other's. */
@Injectable()
export class ScheduleCleanup {
  constructor(ticks: Ticks, claims: ScheduleClaims, firing: ScheduleFiring, results: ScheduleResults) {
    ticks.register('hosting.settle-schedules', async () => {
      await each(await claims.ended(RESULTS_AT_ONCE), (ended) => results.settle(ended));
    });
    ticks.register('hosting.fire-schedules', async () => {
      await each(await claims.due(new Date(), FIRES_AT_ONCE), (due) => firing.fire(due));
    });
  }
}

/** One that fails does not keep up the others; the first failure is told in the end. */
async function each<T>(rows: readonly T[], work: (row: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) await work(row).catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}
