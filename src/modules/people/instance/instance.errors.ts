import { declareErrors, flat } from '../../../kernel/errors/error-definition.js';

/** Refusals of `POST /v1/instance/bootstrap`, flat (01 §13.3). */
export const instanceErrors = declareErrors({
  setup_token_refused: flat(
    403,
    'The setup token is missing or wrong. From another machine the first account needs it: it is BOOTSTRAP_TOKEN, or, ' +
      'where that is not set, the one the server prints when it starts.',
  ),
  first_run_by_foreign_name: flat(
    403,
    'The first account is made where the server is opened by its address, as localhost, or under the host of API_URL. ' +
      'Set API_URL to the address you use, or open the server in one of these ways.',
  ),
  instance_already_bootstrapped: flat(409, 'This server already has an account.'),
});
