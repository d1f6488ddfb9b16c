import { setTimeout as after } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Drain } from './drain.js';

/** A probe that takes longer than this would be given up by its caller anyway. */
const PROBE_TIMEOUT_MS = 2000;

export interface ReadinessReport {
  status: 'ok' | 'unavailable';
  /** Only with `unavailable`. */
  checks?: { database: 'ok' | 'unavailable'; drain: 'ok' | 'draining' };
}

/** Whether this process should be sent traffic: the answer of `/readyz` on both origins (01 §23, 06 §18). */
@Injectable()
export class Readiness {
  private probe: Promise<boolean> | null = null;

  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  async report(): Promise<ReadinessReport> {
    const reachable = await this.databaseReachable();
    if (reachable && !this.drain.draining) return { status: 'ok' };
    return {
      status: 'unavailable',
      checks: {
        database: reachable ? 'ok' : 'unavailable',
        drain: this.drain.draining ? 'draining' : 'ok',
      },
    };
  }

  /** The endpoint is open to everybody, so questions asked at the same time share one query. */
  private databaseReachable(): Promise<boolean> {
    this.probe ??= this.askDatabase().finally(() => (this.probe = null));
    return this.probe;
  }

  private async askDatabase(): Promise<boolean> {
    const timer = new AbortController();
    const query = this.database.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const timeout = after(PROBE_TIMEOUT_MS, false, { signal: timer.signal, ref: false }).catch(() => false);
    const answer = await Promise.race([query, timeout]);
    timer.abort();
    return answer;
  }
}
