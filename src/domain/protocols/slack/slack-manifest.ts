import { truncate } from '../../text/truncate.js';

/** What an app may do in its workspace (04 §6.4). */
export const SLACK_SCOPES = [
  'chat:write',
  'chat:write.customize',
  'im:history',
  'im:write',
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'groups:history',
  'groups:read',
  'reactions:write',
  'files:read',
  'users:read',
  'users:read.email',
] as const;

const EVENTS = ['message.im', 'app_mention', 'message.channels', 'message.groups', 'member_joined_channel'];

const NAME_MAX = 35;
const DESCRIPTION_MAX = 140;

interface SlackApp {
  readonly name: string;
  readonly transport: 'events' | 'socket';
  /** Public base of this server, for Slack to call. */
  readonly apiUrl: string;
}

/** The app of an agent as Slack's manifest describes it (04 §6.4). */
export function slackManifest({ name, transport, apiUrl }: SlackApp): Record<string, unknown> {
  const shown = slackAppName(name);
  const base = `${apiUrl}/v1/channels/slack`;
  const url = (path: string) => (transport === 'events' ? { request_url: `${base}/${path}` } : {});
  return {
    display_information: {
      name: shown,
      description: truncate(`Messages to ${shown} are answered by an agent of your team.`, DESCRIPTION_MAX),
    },
    features: {
      app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: shown, always_online: true },
    },
    oauth_config: {
      ...(transport === 'events' && { redirect_urls: [`${base}/oauth/callback`] }),
      scopes: { bot: [...SLACK_SCOPES] },
    },
    settings: {
      event_subscriptions: { ...url('events'), bot_events: [...EVENTS] },
      interactivity: { is_enabled: true, ...url('interactivity') },
      org_deploy_enabled: false,
      socket_mode_enabled: transport === 'socket',
      token_rotation_enabled: false,
    },
  };
}

/** A manifest as Slack has it, under another name: whatever people changed in it besides stays theirs. */
export function renamedManifest(
  manifest: Readonly<Record<string, unknown>>,
  name: string,
): Record<string, unknown> {
  const shown = slackAppName(name);
  const features = partOf(manifest['features']);
  return {
    ...manifest,
    display_information: { ...partOf(manifest['display_information']), name: shown },
    features: { ...features, bot_user: { ...partOf(features['bot_user']), display_name: shown } },
  };
}

/** As much of an agent's name as an app can have. */
export function slackAppName(name: string): string {
  return truncate(name, NAME_MAX).trim();
}

function partOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
