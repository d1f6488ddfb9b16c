import { declareErrors, envelope, flat } from '../../../../kernel/errors/error-definition.js';

export const channelErrors = declareErrors({
  channel_unknown: envelope(404, 'There is no such channel'),
  presence_not_found: envelope(404, 'This agent is not attached to this channel'),
  presence_exists: envelope(409, 'This agent is already attached to this channel', {
    constraint: 'channel_presences_agent_id_provider_key',
  }),
  app_in_use: envelope(409, 'This app is in use by another agent', {
    constraint: 'channel_presences_provider_external_id_key',
  }),
  other_slack_workspace: envelope(409, 'This belongs to another Slack workspace than the organization'),
  apps_cannot_be_made: envelope(422, 'This organization has no token to create Slack apps with'),
  app_token_missing: envelope(422, 'appToken is required if the server opens a socket to Slack'),
  signing_secret_missing: envelope(422, 'signingSecret is required if Slack calls this server'),
  signing_secret_known: envelope(
    422,
    'The signing secret of this app is stored already, and another one is not taken',
  ),
  app_id_missing: envelope(422, 'appId is required for an app that was created by hand'),
  token_of_other_app: envelope(422, 'The tokens belong to another Slack app'),
  slack_refused: envelope(422, 'Slack refused the request', { external: true }),
  slack_unreachable: envelope(422, 'Slack did not answer. Please try again.', { external: true }),
  integration_not_found: envelope(404, 'The organization is not connected to this channel'),
  not_an_active_member: envelope(422, 'This user is not an active member of the organization'),
  external_user_linked: envelope(409, 'This Slack user is already linked to a member', {
    constraint: 'channel_user_links_external_user_id_key',
  }),
  user_linked: envelope(409, 'This member is already linked to a Slack user', {
    constraint: 'channel_user_links_user_id_key',
  }),
  user_link_not_found: envelope(404, 'Link not found'),
  unproved: flat(401, 'Unauthorized'),
  inbound_too_large: flat(413, 'The request body is too large.'),
});
