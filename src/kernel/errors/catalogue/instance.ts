import type { ErrorDefinition } from '../error-definition.js';

/** Refusals of `POST /v1/instance/bootstrap`, flat (01 §13.3). */
export const instanceErrors = {
  setup_token_refused: { status: 403, surface: 'flat', message: 'The setup token is missing or wrong.' },
  instance_already_bootstrapped: {
    status: 409,
    surface: 'flat',
    message: 'This server already has an account.',
  },
} as const satisfies Record<string, ErrorDefinition>;
