import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { OrganizationCaller } from '../../../kernel/access/declaration/caller.js';
import { LimitUsageService } from './limit-usage.service.js';
import { UsageService } from './usage.service.js';

/** Counts that take a turn of the event loop, and how many of them there were of each organization. */
function counting<Result>(result: Result) {
  const of = new Map<string, number>();
  const count = async (organizationId: string): Promise<Result> => {
    of.set(organizationId, (of.get(organizationId) ?? 0) + 1);
    await turn();
    return result;
  };
  return { of, count };
}

const callerOf = (organizationId: string, userId: string) =>
  ({ organizationId, userId }) as OrganizationCaller;

describe('R62 the usage of an organization, asked for many times at once', () => {
  it('is counted once for those who wait, and once more for those who came later', async () => {
    const counted = counting([{ Agents: 3 }]);
    const parts = [
      { query: (_sql: string, [organizationId]: string[]) => counted.count(organizationId!) },
      { allowance: () => Promise.resolve({ plan: 'free', limits: { agents: null } }) },
      { inUse: () => Promise.resolve(1) },
    ];
    const usage = new UsageService(...(parts as unknown as ConstructorParameters<typeof UsageService>));
    const asked = Array.from({ length: 50 }, () => usage.of('loud'));
    const answers = await Promise.all([...asked, usage.of('quiet')]);
    expect([...counted.of]).toEqual([
      ['loud', 2],
      ['quiet', 1],
    ]);
    for (const { resources } of answers)
      expect(resources).toContainEqual({ name: 'Agents', current: 3, limit: null });
  });

  it('has of each person what is theirs, beside what the organization has', async () => {
    const counted = counting({});
    const parts = [
      {},
      { countAll: (_db: unknown, organizationId: string) => counted.count(organizationId), of: () => 10 },
      { measure: () => Promise.resolve(7), pendingMost: () => Promise.resolve(5) },
      { of: () => 2 },
      { ownedBy: (_db: unknown, userId: string) => Promise.resolve(userId === 'ada' ? ['a', 'b'] : []) },
    ];
    const usage = new LimitUsageService(
      ...(parts as unknown as ConstructorParameters<typeof LimitUsageService>),
    );
    const people = [...Array<string>(20).fill('ada'), 'bob'];
    const answers = await Promise.all(people.map((person) => usage.of(callerOf('loud', person))));
    expect([...counted.of]).toEqual([['loud', 2]]);
    const owned = answers.map((lines) => lines.find(({ kind }) => kind === 'organizations')?.current);
    expect(owned).toEqual(people.map((person) => (person === 'ada' ? 2 : 0)));
    expect(answers[0]).toContainEqual(expect.objectContaining({ kind: 'stored_bytes', current: 7, max: 10 }));
  });
});
