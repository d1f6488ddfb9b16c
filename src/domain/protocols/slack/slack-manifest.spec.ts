import { describe, expect, it } from '@jest/globals';
import { renamedManifest, slackManifest } from './slack-manifest.js';

const API = 'https://gateway.example.com';

describe('the manifest of an app (04 §6.4)', () => {
  it('asks for what an agent needs and names no address where a socket is held', () => {
    const manifest = slackManifest({ name: 'Ops', transport: 'socket', apiUrl: API });
    expect(manifest).toEqual({
      display_information: { name: 'Ops', description: expect.any(String) },
      features: {
        app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
        bot_user: { display_name: 'Ops', always_online: true },
      },
      oauth_config: {
        scopes: {
          bot: [
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
          ],
        },
      },
      settings: {
        event_subscriptions: {
          bot_events: [
            'message.im',
            'app_mention',
            'message.channels',
            'message.groups',
            'member_joined_channel',
          ],
        },
        interactivity: { is_enabled: true },
        org_deploy_enabled: false,
        socket_mode_enabled: true,
        token_rotation_enabled: false,
      },
    });
  });

  it('names where Slack calls, where it is called', () => {
    expect(slackManifest({ name: 'Ops', transport: 'events', apiUrl: API })).toMatchObject({
      oauth_config: { redirect_urls: [`${API}/v1/channels/slack/oauth/callback`] },
      settings: {
        event_subscriptions: { request_url: `${API}/v1/channels/slack/events` },
        interactivity: { request_url: `${API}/v1/channels/slack/interactivity` },
        socket_mode_enabled: false,
      },
    });
  });

  it('cuts the name to what Slack takes, and never in the middle of a character', () => {
    const manifest = slackManifest({ name: `${'x'.repeat(34)}😀`, transport: 'socket', apiUrl: API });
    expect(manifest).toMatchObject({ display_information: { name: 'x'.repeat(34) } });
  });

  it('is renamed without losing what people changed in it', () => {
    const theirs = {
      display_information: { name: 'Old', background_color: '#000000' },
      features: { bot_user: { display_name: 'old', always_online: false }, shortcuts: [{ name: 'x' }] },
      settings: { socket_mode_enabled: true },
    };
    expect(renamedManifest(theirs, 'New')).toEqual({
      display_information: { name: 'New', background_color: '#000000' },
      features: { bot_user: { display_name: 'New', always_online: false }, shortcuts: [{ name: 'x' }] },
      settings: { socket_mode_enabled: true },
    });
  });

  it.each([
    ['nothing', {}],
    ['null in place of a part', { display_information: null, features: null }],
    ['text in place of a part', { display_information: 'Old', features: { bot_user: 'old' } }],
  ])('is renamed where Slack has %s', (_what, theirs) => {
    expect(renamedManifest(theirs, 'New')).toEqual({
      display_information: { name: 'New' },
      features: { bot_user: { display_name: 'New' } },
    });
  });
});
