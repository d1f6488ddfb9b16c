import { describe, expect, it } from '@jest/globals';
import { CollectionPlan, trimMalloc } from './idle-gc.js';

describe('collecting when it is calm', () => {
  const calm = { utilization: 0.01, at: 60_000 };
  const SECOND = 1_000;

  /** A plan whose collections, one a second, left so much. */
  function planAfter(...collections: { before: number; resident: number }[]): CollectionPlan {
    const plan = new CollectionPlan();
    collections.forEach((each, index) => plan.collected({ ...each, at: (index + 1) * SECOND }));
    return plan;
  }

  it('collects once after the start', () => {
    expect(new CollectionPlan().isTime({ ...calm, resident: 200 })).toBe(true);
  });

  it.each([
    ['when memory has grown since the last time', { ...calm, resident: 221 }, true],
    ['not when it has hardly grown: that much is in use', { ...calm, resident: 210 }, false],
    ['not while there is work', { ...calm, resident: 300, utilization: 0.1 }, false],
  ])('%s', (_, seen, expected) => {
    expect(planAfter({ before: 250, resident: 200 }).isTime(seen)).toBe(expected);
  });

  it('tries again later while more is resident than once sufficed', () => {
    const plan = planAfter({ before: 160, resident: 150 }, { before: 400, resident: 300 });
    expect(plan.isTime({ ...calm, resident: 310, at: 11_999 })).toBe(false);
    expect(plan.isTime({ ...calm, resident: 310, at: 12_000 })).toBe(true);
    expect(plan.isTime({ ...calm, resident: 164, at: 90_000 })).toBe(false);
  });

  it('waits twice as long after each try that gave nothing back, ten minutes at most', () => {
    const fruitless = { before: 300, resident: 298 };
    const plan = planAfter(
      { before: 160, resident: 150 },
      { before: 400, resident: 298 },
      fruitless,
      fruitless,
    );
    expect(plan.isTime({ ...calm, resident: 300, at: 4 * SECOND + 39_999 })).toBe(false);
    expect(plan.isTime({ ...calm, resident: 300, at: 4 * SECOND + 40_000 })).toBe(true);
    const patient = planAfter(...Array.from({ length: 20 }, () => fruitless));
    patient.collected({ before: 400, resident: 150, at: 0 });
    for (let at = 0; at < 20; at++) patient.collected({ ...fruitless, at: 0 });
    expect(patient.isTime({ ...calm, resident: 300, at: 599_999 })).toBe(false);
    expect(patient.isTime({ ...calm, resident: 300, at: 600_000 })).toBe(true);
  });

  it('tries again soon after work, however long it had waited before', () => {
    const fruitless = Array.from({ length: 20 }, () => ({ before: 300, resident: 298 }));
    const plan = planAfter({ before: 160, resident: 150 }, ...fruitless);
    const seen = { ...calm, resident: 300, at: 21 * SECOND + 10_000 };
    expect(plan.isTime(seen)).toBe(false);
    expect(plan.isTime({ ...seen, utilization: 0.5 })).toBe(false);
    expect(plan.isTime(seen)).toBe(true);
  });
});

describe('trimming the allocator', () => {
  it('is done where the C library is glibc, and nowhere else', () => {
    const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
    expect(trimMalloc()).toBe(header.glibcVersionRuntime !== undefined);
  });
});
