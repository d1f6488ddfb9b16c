import { describe, expect, it } from '@jest/globals';
import { InspectedBody } from '../../../domain/decision/policy/conditions/inspected-body.js';
import { compileNeedle } from '../../../domain/decision/policy/conditions/needle.js';
import { KeyPaths } from '../../../domain/protocols/bodies/key-paths.js';
import { BodyTurns } from './body-turns.js';

const LARGE = '\\u0061'.repeat(100_000);
const by = (organizationId: string, agentId = organizationId) => ({ organizationId, agentId });

/** Every look at the clock is a little later, so that a turn is as many pieces on any machine. */
function turns(): BodyTurns {
  let now = 0;
  return new BodyTurns(() => (now += 0.1));
}

function asking(text: string): [InspectedBody, () => boolean] {
  const body = new InspectedBody(Buffer.from(text), false);
  const keys = new KeyPaths();
  return [body, () => body.someContains(compileNeedle('forbidden'), keys)];
}

describe('decisions that look at bodies take turns (06 §13.6)', () => {
  it('decides at once about what can be read at once', () => {
    expect(turns().take(by('a'), ...asking('short'))).toBe(false);
    expect(turns().take(by('a'), ...asking('forbidden'))).toBe(true);
  });

  it('lets a short body pass a long one of somebody else', async () => {
    const order: string[] = [];
    const queue = turns();
    const long = queue.take(by('a'), ...asking(LARGE));
    expect(long).toBeInstanceOf(Promise);
    const ended = Promise.resolve(long).then(() => order.push('long'));
    await Promise.resolve(queue.take(by('b'), ...asking('short'))).then(() => order.push('short'));
    await ended;
    expect(order).toEqual(['short', 'long']);
  });

  it('serves organizations in turn, and in each its agents (R62)', async () => {
    const order: string[] = [];
    const queue = turns();
    const ask = (organization: string, agent: string) =>
      Promise.resolve(queue.take(by(organization, agent), ...asking(LARGE))).then(() => order.push(agent));
    await Promise.all([
      ...Array.from({ length: 6 }, () => ask('loud', 'loud-1')),
      ...Array.from({ length: 6 }, () => ask('loud', 'loud-2')),
      ask('quiet', 'quiet'),
      ask('loud', 'loud-3'),
    ]);
    expect(order.indexOf('quiet')).toBeLessThan(2);
    expect(order.indexOf('loud-3')).toBeLessThan(5);
    expect(order).toHaveLength(14);
  });

  it('passes on what goes wrong, also later, and goes on with the others', async () => {
    const queue = turns();
    const body = new InspectedBody(Buffer.from('x'), false);
    const failing = (): never => {
      throw new Error('wrong');
    };
    expect(() => queue.take(by('a'), body, failing)).toThrow('wrong');
    const first = queue.take(by('a'), ...asking(LARGE));
    const second = queue.take(by('a'), body, failing);
    await expect(second).rejects.toThrow('wrong');
    await expect(first).resolves.toBe(false);
  });
});
