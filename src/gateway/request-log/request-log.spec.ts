import { describe, expect, it } from '@jest/globals';
import type { Configuration } from '../../kernel/config/configuration.js';
import type { Database } from '../../kernel/database/database.js';
import { Drain } from '../../kernel/process/drain.js';
import { Metrics } from '../../kernel/metrics/metrics.js';
import type { LogRecord } from './log-record.js';
import { RequestLog } from './request-log.js';

const RECORD: LogRecord = {
  organizationId: 'loud',
  workspaceId: 'w',
  agentId: 'a',
  method: 'GET',
  host: 'api.example.test',
  path: '/',
  provider: 'api.example.test',
  status: 200,
  latencyMs: 1,
  injectionCount: 1,
  llmHost: false,
  matchedRuleLogicalId: null,
  extraData: null,
  createdAt: new Date(0),
  refusal: null,
  forwarded: true,
};

describe('06 §14 the request log while PostgreSQL takes nothing', () => {
  it('R62 keeps room for what other organizations have done', async () => {
    let answers = false;
    let rows = 0;
    const written: string[] = [];
    const db = {
      query: (_statement: unknown, [batch]: [Buffer]) => {
        if (!answers) return Promise.reject(new Error('no answer'));
        written.push(batch.subarray(1).toString('latin1'));
        return Promise.resolve([]);
      },
    } as unknown as Database;
    const configuration = { requestLogMode: 'all' } as Configuration;
    const log = new RequestLog(
      configuration,
      db,
      new Drain(),
      new Metrics({ metricsPort: null } as Configuration),
    );
    const note = (organizationId: string): number => {
      log.record({ ...RECORD, organizationId });
      return log.left;
    };
    note('quiet');
    for (let at = 0; at < 20_000; at++) rows = note('loud');
    expect(rows).toBe(5_001);
    expect(note('quiet')).toBe(5_002);
    expect(note('third')).toBe(5_003);
    answers = true;
    await log.flush();
    expect(log.left).toBe(0);
    expect(written.join('').split('"quiet"')).toHaveLength(3);
    // What was written is no part of anybody's share any more.
    expect(note('loud')).toBe(1);
    await log.onModuleDestroy();
  });
});
