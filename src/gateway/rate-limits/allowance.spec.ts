import { describe, expect, it } from '@jest/globals';
import { Allowance, type Grant, type Leftover, type Refusals, type Wish } from './allowance.js';

/** What the store does with a wish (`counter-rows.ts`), for any number of processes. */
class Store {
  hits = 0;
  refused = 0;
  asked = 0;

  constructor(readonly limit: number) {}

  lease({ waiting, ahead, refusals }: Wish, limit = this.limit): Grant {
    this.asked += 1;
    this.count(refusals);
    const left = Math.max(0, limit - this.hits - this.refused);
    const count = Math.min(left, waiting + Math.min(ahead, Math.floor(Math.max(0, left - waiting) / 8)));
    this.hits += count;
    return { count, first: this.hits - count + this.refused + 1, total: this.hits + this.refused };
  }

  settle({ unused, refusals }: Leftover): void {
    if (unused > 0) this.refused = 0;
    else this.count(refusals);
    this.hits -= unused;
  }

  private count({ count, by }: Refusals): void {
    if (this.hits + this.refused >= by) this.refused += count;
  }
}

/** One request, with the answer of the store at once. */
function ask(allowance: Allowance, store: Store, now: number, limit = store.limit): boolean {
  let taken = allowance.take(limit, now);
  if (taken === 'unknown') {
    allowance.accept(store.lease(allowance.wish(1, now), limit), now);
    taken = allowance.take(limit, now);
  } else if (taken === 'passes' && allowance.wantsMore(limit)) {
    allowance.accept(store.lease(allowance.wish(0, now), limit), now);
  }
  return taken === 'passes';
}

function idle(allowance: Allowance, store: Store): void {
  for (let sweep = 0; sweep < 2; sweep++) {
    const leftover = allowance.settleIfIdle();
    if (leftover !== null) store.settle(leftover);
  }
}

describe('Allowance', () => {
  it.each([1, 2, 3, 5, 7])('exactly the limit passes over %i processes', (processes) => {
    for (const limit of [1, 2, 9, 64, 400, 3_000]) {
      const store = new Store(limit);
      const each = Array.from({ length: processes }, () => new Allowance());
      let passed = 0;
      for (let at = 0; at < limit * 3 + 500; at++) {
        // In turns, then one process for long, so that leases lie about while others ask.
        const inTurns = at % 11 === 0 || at > limit * 2;
        const asked = each[inTurns ? at % processes : Math.floor(at / 40) % processes]!;
        if (ask(asked, store, 1_000 + at / 10)) passed += 1;
      }
      expect([limit, passed]).toEqual([limit, limit]);
      for (const allowance of each) store.settle(allowance.settle());
      expect(store.hits).toBe(limit);
    }
  });

  it('asks seldom under quick traffic and for each request of slow traffic', () => {
    const quick = new Store(1_000_000);
    const allowance = new Allowance();
    for (let at = 0; at < 5_000; at++) ask(allowance, quick, 1_000 + at / 3);
    expect(quick.asked).toBeLessThan(60);
    const slow = new Store(1_000_000);
    const other = new Allowance();
    for (let at = 0; at < 50; at++) ask(other, slow, 1_000 + at * 200);
    expect([slow.asked, slow.hits]).toEqual([50, 50]);
  });

  it('holds at most two batches, each an eighth of what is left and never more than a thousand', () => {
    for (const limit of [100, 1_000, 1_000_000]) {
      const store = new Store(limit);
      const allowance = new Allowance();
      for (let at = 0; at < limit && at < 20_000; at++) {
        ask(allowance, store, 1_000 + at / 100);
        const held = store.hits - at - 1;
        if (held > Math.min(2_000, (limit - at) / 4 + 1))
          throw new Error(`${held} held at ${at} of ${limit}`);
      }
    }
  });

  it('gives back what nobody asks for, so that others have it, also after they were refused', () => {
    const store = new Store(400);
    const [first, second] = [new Allowance(), new Allowance()];
    let passed = 0;
    for (let at = 0; at < 50; at++) if (ask(first, store, 1_000 + at / 10)) passed += 1;
    const held = store.hits - passed;
    expect(held).toBeGreaterThan(0);
    for (let at = 0; at < 1_000; at++) if (ask(second, store, 1_010 + at / 10)) passed += 1;
    expect(passed).toBe(400 - held);
    idle(first, store);
    for (let at = 0; at < 100; at++) if (ask(second, store, 2_000 + at)) passed += 1;
    expect(passed).toBe(400);
  });

  it('a lost process takes no more than its lease with it, and nothing passes beyond the limit', () => {
    const store = new Store(1_000);
    let passed = 0;
    for (let process = 0; process < 20; process++) {
      const allowance = new Allowance();
      for (let at = 0; at < 40; at++) if (ask(allowance, store, 1_000 + at / 10)) passed += 1;
    }
    const last = new Allowance();
    for (let at = 0; at < 2_000; at++) if (ask(last, store, 5_000 + at / 10)) passed += 1;
    expect(passed).toBeLessThanOrEqual(1_000);
    expect(passed).toBeGreaterThan(500);
  });

  it('02 §15.3 what was refused counts when the limit is raised, what is leased is bound when it is lowered', () => {
    const store = new Store(100);
    const allowance = new Allowance();
    for (let at = 0; at < 150; at++) ask(allowance, store, 1_000 + at / 10);
    expect([ask(allowance, store, 2_000, 140), ask(allowance, store, 2_000, 300)]).toEqual([false, true]);

    const lowered = new Allowance();
    const wide = new Store(10_000);
    for (let at = 0; at < 200; at++) ask(lowered, wide, 1_000 + at / 10);
    expect(wide.hits).toBeGreaterThan(200);
    expect([ask(lowered, wide, 1_030, 100), ask(lowered, wide, 1_030, 10_000)]).toEqual([false, true]);
  });

  it('believes for a moment only that nothing is left', () => {
    const store = new Store(1);
    const allowance = new Allowance();
    expect(ask(allowance, store, 1_000)).toBe(true);
    for (let at = 0; at < 100; at++) expect(ask(allowance, store, 1_001 + at)).toBe(false);
    expect(store.asked).toBeLessThanOrEqual(2);
    store.hits = 0;
    store.refused = 0;
    expect(ask(allowance, store, 1_600)).toBe(true);
  });
});
