import { afterEach, describe, expect, it } from '@jest/globals';
import { currentAsker } from '../../../kernel/logging/request-context.js';
import { EmbeddedExecutor } from './embedded-executor.js';
import type { ActiveRun } from './turn/active-run.js';

const turnOf = (organizationId: string) => ({
  id: `turn of ${organizationId}`,
  leaseId: `lease of ${organizationId}`,
  agentId: 'agent',
  organizationId,
  queuedAt: new Date(),
  leaseExpiresAt: new Date(Date.now() + 60_000),
});

/** An executor that is handed these turns once; `began` resolves with who asked while each of them ran. */
function stand(turns: ReturnType<typeof turnOf>[]) {
  const askers: string[] = [];
  const waiting = [turns];
  let began: () => void;
  const all = new Promise<string[]>((resolve) => (began = () => resolve(askers)));
  const run = async ({ turn }: ActiveRun): Promise<void> => {
    await Promise.resolve();
    askers.push(`${turn.id}: ${currentAsker()}`);
    if (askers.length === turns.length) began();
  };
  const next = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const parts = [
    {
      serverRoles: new Set(['worker']),
      embeddedRunnerConcurrency: 4,
      turnCeilingSeconds: 600,
      embeddedInstanceId: null,
    },
    {},
    { isOn: true, id: () => Promise.resolve('runner') },
    { claimInTurn: () => Promise.resolve(waiting.shift() ?? []) },
    {},
    { stops: () => Promise.resolve([]) },
    { run },
    { wait: () => ({ next, stop: () => undefined }) },
    { gauge: () => undefined },
  ];
  const executor = new EmbeddedExecutor(
    ...(parts as unknown as ConstructorParameters<typeof EmbeddedExecutor>),
  );
  return { executor, all };
}

describe('R62 the executor of hosted turns', () => {
  let executor: EmbeddedExecutor;
  afterEach(() => executor.onModuleDestroy());

  it('lets each turn take what organizations share in the turn of its own organization', async () => {
    const made = stand([turnOf('loud'), turnOf('quiet')]);
    executor = made.executor;
    executor.onApplicationBootstrap();
    expect(await made.all).toEqual(['turn of loud: loud', 'turn of quiet: quiet']);
  });
});
