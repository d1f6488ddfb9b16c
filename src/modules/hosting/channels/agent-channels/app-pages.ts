import { SLACK_SCOPES } from '../../../../domain/protocols/slack/slack-manifest.js';

/** The app's own page, where tokens are made and read. */
export function settingsUrlOf(appId: string): string {
  return `https://api.slack.com/apps/${encodeURIComponent(appId)}/general`;
}

/** Where an administrator of the Slack workspace is asked whether to install the app (04 §6.1). */
export function consentUrlOf(clientId: string, state: string): string {
  const query = new URLSearchParams({ client_id: clientId, scope: SLACK_SCOPES.join(','), state });
  return `https://slack.com/oauth/v2/authorize?${query.toString()}`;
}
