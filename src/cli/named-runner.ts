import type { RegisteredRunner, RunnerRegistry } from '../modules/foundation/operator/runner-registry.js';
import { CommandFailure } from './command-failure.js';

/** The one runner of this id or name. */
export async function runnerNamed(registry: RunnerRegistry, named: string): Promise<RegisteredRunner> {
  const [found, second] = await registry.find(named);
  if (found === undefined)
    throw new CommandFailure(
      `There is no runner "${named}" whose token is valid.`,
      '`credential-gateway runner-token list` tells which there are.',
    );
  if (second !== undefined)
    throw new CommandFailure(
      `Several runners are called "${named}".`,
      'Name it by its id: `credential-gateway runner-token list`.',
    );
  return found;
}
