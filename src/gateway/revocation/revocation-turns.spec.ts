import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentAccess } from '../../modules/policy/agent-snapshot/agent-access.js';
import { InspectedBody } from '../../domain/decision/policy/conditions/inspected-body.js';
import type { Progress } from '../exchange/progress.js';
import { OpenByScope, type OpenExchange, BodySnapshots } from './revocation-turns.js';

let open: OpenByScope;

beforeEach(() => void (open = new OpenByScope()));

function state(epochs: Record<string, number>): AgentAccess {
  return {
    epochs: Object.entries(epochs).map(([scope, epoch]) => ({ scope, epoch })),
  } as unknown as AgentAccess;
}

function begun(access: AgentAccess): OpenExchange {
  const exchange = { access, released: false, place: 0 } as unknown as OpenExchange;
  open.add(exchange);
  return exchange;
}

describe('open exchanges by scope', () => {
  it('finds those that an older epoch of a scope let through', () => {
    const [older, newer] = [begun(state({ 'org:o': 1, 'ws:w': 7 })), begun(state({ 'org:o': 2, 'ws:v': 7 }))];
    expect(open.behind('org:o', 2)).toEqual([older]);
    expect(open.behind('org:o', 3)).toEqual([older, newer]);
    expect(open.behind('ws:v', 8)).toEqual([newer]);
    expect(open.behind('ws:x', 8)).toEqual([]);
  });

  it('forgets those that end, in whatever order they do', () => {
    const access = state({ 'org:o': 1 });
    const exchanges = Array.from({ length: 5 }, () => begun(access));
    const left = new Set(exchanges);
    for (const at of [1, 4, 0, 3, 2]) {
      open.remove(exchanges[at]!);
      left.delete(exchanges[at]!);
      expect(new Set(open.behind('org:o', 2))).toEqual(left);
      expect(open.all()).toHaveLength(left.size);
      expect(open.size).toBe(left.size);
    }
  });

  it('finds what was judged anew by its new state', () => {
    const moved = begun(state({ 'org:o': 1, 'ws:w': 1 }));
    open.move(moved, state({ 'org:p': 5, 'ws:w': 2 }));
    expect(open.behind('org:o', 9)).toEqual([]);
    expect(open.behind('ws:w', 2)).toEqual([]);
    expect(open.behind('org:p', 6)).toEqual([moved]);
    expect(open.size).toBe(1);
  });

  it('keeps no scope on which nothing depends, once it is tidied', () => {
    const [ended, lasting] = [
      begun(state({ 'org:o': 1, 'ws:w': 1 })),
      begun(state({ 'org:o': 1, 'ws:v': 1 })),
    ];
    open.remove(ended);
    open.tidy();
    expect(open.scopes().toSorted()).toEqual(['org:o', 'ws:v']);
    expect(open.behind('ws:v', 2)).toEqual([lasting]);
    open.remove(lasting);
    open.tidy();
    expect(open.scopes()).toEqual([]);
  });
});

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
