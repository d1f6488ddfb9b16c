import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

/** Refusals of `POST /v1/instance/bootstrap`, flat (01 §13.3). */
export const instanceErrors = declareErrors({
  setup_token_refused: flat(
    403,
    'The setup token is missing or wrong. It is required to create the first account from another ' +
      'machine. It is the value of BOOTSTRAP_TOKEN or, if that is not set, the token that the server ' +
      'prints when it starts.',
  ),
  first_run_by_foreign_name: flat(
    403,
    'The first account can be created only if you open the server by its IP address, as localhost, ' +
      'or under the host of API_URL. Set API_URL to the address you use, or open the server in one of ' +
      'these ways.',
  ),
  instance_already_bootstrapped: flat(409, 'This server already has an account.'),
});
