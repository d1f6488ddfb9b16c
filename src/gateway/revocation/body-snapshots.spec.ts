import { describe, expect, it } from '@jest/globals';
import { InspectedBody } from '../../domain/decision/policy/conditions/inspected-body.js';
import type { Progress } from '../exchange/progress.js';
import { BodySnapshots } from './body-snapshots.js';

function judged(bytes: number | null): Progress {
  const body = bytes === null ? null : new InspectedBody(Buffer.alloc(bytes), false);
  return { facts: { body } } as unknown as Progress;
}

describe('bodies of exchanges under way', () => {
  it('are remembered until their exchange ends', () => {
    const bodies = new BodySnapshots({ each: 10, total: 20 });
    const state = judged(10);
    const end = bodies.remember(state);
    expect([state.facts?.body?.size, bodies.heldBytes]).toEqual([10, 10]);
    end();
    expect([state.facts?.body, bodies.heldBytes]).toEqual([null, 0]);
  });

  it('are forgotten at once beyond the bound of one and beyond that of all', () => {
    const bodies = new BodySnapshots({ each: 10, total: 20 });
    const large = judged(11);
    bodies.remember(large);
    expect([large.facts?.body, bodies.heldBytes]).toEqual([null, 0]);
    const three = [judged(8), judged(8), judged(8)];
    for (const state of three) bodies.remember(state);
    expect(three.map(({ facts }) => facts?.body?.size ?? null)).toEqual([8, 8, null]);
    expect(bodies.heldBytes).toBe(16);
  });

  it('cost nothing where none was looked at', () => {
    const bodies = new BodySnapshots({ each: 10, total: 20 });
    bodies.remember(judged(null))();
    bodies.remember({ facts: null })();
    expect(bodies.heldBytes).toBe(0);
  });
});
