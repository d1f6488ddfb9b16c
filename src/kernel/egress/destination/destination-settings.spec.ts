import { describe, expect, it } from '@jest/globals';
import type { DestinationSettings } from './destination-guard.js';
import { destinationSettings } from './destination-settings.js';
import { destinationOfUrl } from './url-destination.js';
import { loadConfiguration } from '../../config/load-configuration.js';

const DATABASE = 'postgres://cg@db.test:6432/cg';

function settingsOf(env: Record<string, string> = {}, database = DATABASE): DestinationSettings {
  return destinationSettings(loadConfiguration({ NODE_ENV: 'test', ...env }), database);
}

const textOf = (endpoints: DestinationSettings['home'] = []) =>
  endpoints.map(({ host, port }) => `${host}:${port}`);

describe('where a URL leads', () => {
  it.each([
    ['https://api.test/a', 'https', 'api.test', 443],
    ['http://api.test/a', 'http', 'api.test', 80],
    ['https://api.test:8443', 'https', 'api.test', 8443],
    ['http://API.Test.:8080', 'http', 'api.test', 8080],
    ['ws://api.test', 'http', 'api.test', 80],
    ['http://10.0.0.1:81', 'http', '10.0.0.1', 81],
  ])('%s', (url, scheme, host, port) => {
    expect(destinationOfUrl(new URL(url))).toEqual({ scheme, host, port });
  });
});

describe('settings of destinations', () => {
  it('protect what the deployment listens on: its gateway, its database, its Redis', () => {
    expect(textOf(settingsOf({ GATEWAY_PORT: '8100' }).self)).toContain('localhost:8100');
    const self = settingsOf({
      GATEWAY_API_URL: 'https://gateway.test',
      GATEWAY_BASE_URL: 'proxy.test:8200',
      REDIS_HOST: 'redis.test',
      REDIS_PORT: '6400',
    }).self;
    expect(textOf(self)).toEqual([
      expect.stringMatching(/^localhost:\d+$/),
      'gateway.test:443',
      'proxy.test:8200',
      'db.test:6432',
      'redis.test:6400',
    ]);
  });

  it('take the ports that go without saying', () => {
    expect(textOf(settingsOf({ GATEWAY_API_URL: 'http://gateway.test' }).self)).toContain('gateway.test:80');
    const [, ...others] = textOf(settingsOf({}, 'postgres://db.test/cg').self);
    expect(others.at(-1)).toBe('db.test:5432');
    expect(textOf(settingsOf({}, 'postgres:///cg?host=/run').self).at(-1)).toBe('localhost:5432');
  });

  it('say nothing of a database that is no URL', () => {
    const known = textOf(settingsOf({}, 'host=/run/postgresql').self);
    expect(known).toEqual(textOf(settingsOf().self).slice(0, -1));
  });

  it('know the API by every name, on its own port and those of a proxy in front', () => {
    const { home, apiPort, alwaysAllowedOrigins } = settingsOf({
      PORT: '3100',
      API_URL: 'https://api.test:8443',
      APP_URL: 'http://app.test',
      GATEWAY_API_URL: 'https://gateway.test',
    });
    expect(apiPort).toBe(3100);
    expect(alwaysAllowedOrigins).toEqual(['https://api.test:8443', 'http://app.test']);
    expect(textOf(home)).toEqual([
      'localhost:3100',
      ...['api.test:8443', 'api.test:80', 'api.test:443'],
      ...['app.test:80', 'app.test:443'],
      ...['gateway.test:443', 'gateway.test:80'],
    ]);
  });

  it('name the origins of models that the operator set', () => {
    expect(settingsOf().modelOrigins).toEqual([]);
    const { modelOrigins } = settingsOf({
      ANTHROPIC_BASE_URL: 'http://models.test:8000/v1',
      OPENAI_BASE_URL: 'https://Other.Test/v1',
    });
    expect(modelOrigins).toEqual(['http://models.test:8000', 'https://other.test:443']);
  });

  it('open private networks to agents on self-hosted alone', () => {
    const open = { GATEWAY_ALLOW_PRIVATE_NETWORKS: 'true' };
    expect(settingsOf(open)).toMatchObject({ allowPrivateNetworks: true, ignorePrivateSettings: false });
    const cloud = {
      EDITION: 'cloud',
      SESSION_JWT_ISSUER: 'https://id.test',
      SESSION_JWT_JWKS_URL: 'https://id.test/keys',
      OAUTH_STATE_SECRET: 'thirty-two bytes and a little more',
      APP_URL: 'https://app.test',
      API_URL: 'https://api.test',
    };
    expect(settingsOf(cloud).ignorePrivateSettings).toBe(true);
  });
});
