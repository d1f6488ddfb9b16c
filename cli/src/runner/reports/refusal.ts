import { CommandFailure } from '../../terminal/failure.js';
import { type ApiAnswer, errorIn } from './runner-api.js';

/** Why this can be no runner, or is one no more. */
export function refused(answer: ApiAnswer): CommandFailure {
  const { status } = answer;
  if (status === 401)
    return new CommandFailure(
      'The server does not know this runner.',
      'AUTH_REQUIRED',
      "set RUNNER_TOKEN to a token from `credential-gateway runner-token create`, or to the server's " +
        'RUNNER_TOKEN',
    );
  if (errorIn(answer) === 'boot_superseded')
    return new CommandFailure('Another runner has started with the same token.', 'CONFLICT');
  return new CommandFailure(`The server refuses the runner: ${errorIn(answer)}.`);
}
