import { declareErrors, envelope, flat } from '../../../../../kernel/errors/error-definition.js';

/** Errors of connections and of requiring them (05 §8.4, §8.8). */
export const ssoErrors = declareErrors({
  sso_connection_not_found: envelope(404, 'Connection not found'),
  sso_connection_exists: envelope(409, 'The organization already has a connection', {
    constraint: 'sso_connections_organization_id_key',
  }),
  sso_connection_required: envelope(409, 'Turn off the single sign-on requirement first', {
    type: 'invalid_request_error',
  }),
  /** Worded for each reason. */
  identity_provider_unusable: envelope(400, 'The identity provider cannot be used'),
  wrong_sso_protocol: envelope(400, 'This field is not for connections of this type'),
  sso_secret_unreadable: envelope(
    400,
    'The stored client secret can no longer be decrypted; provide a new one',
  ),
  sso_cannot_be_required: flat(400, 'Single sign-on cannot be required yet'),
});
