import { describe, expect, it } from '@jest/globals';
import { tokenRequest } from './placeholder-credential.js';
import { TokenEndpoints } from './token-endpoints.js';
import type { CatalogApp } from './model/model.js';

describe('what a body asks of a token endpoint (06 §11.7)', () => {
  it.each([
    ['{"grant_type":"refresh_token","refresh_token":"onecli-managed"}', 'placeholder-refresh'],
    [' {"refresh_token":"gateway-managed","grant_type":"refresh_token"}', 'placeholder-refresh'],
    ['grant_type=refresh_token&refresh_token=onecli-managed', 'placeholder-refresh'],
    ['grant_type=refresh_token&refresh_token=onecli%2Dmanaged&client_id=x', 'placeholder-refresh'],
    ['grant_type=refresh_token&refresh_token=real', 'refresh'],
    ['{"grant_type":"refresh_token"}', 'refresh'],
    ['{"grant_type":"refresh_token","refresh_token":["onecli-managed"]}', 'refresh'],
    ['grant_type=authorization_code&refresh_token=onecli-managed', 'other'],
    ['{"grant_type":"refresh_token","refresh_token":"onecli-managed"', 'other'],
    ['[{"grant_type":"refresh_token","refresh_token":"onecli-managed"}]', 'other'],
    ['{}', 'other'],
    ['', 'other'],
    ['\u0000\ufffd', 'other'],
  ])('%s', (body, asked) => expect(tokenRequest(body)).toBe(asked));
});

it('token endpoints are the addresses of apps, but those that wait for an account', () => {
  const app = (token: string, refresh?: string) =>
    ({
      connection: {
        kind: 'oauth',
        oauth: { token: { url: token }, refresh: refresh ? { url: refresh } : null },
      },
    }) as unknown as CatalogApp;
  const endpoints = new TokenEndpoints(
    [app('https://a.test/token', 'https://b.test/refresh/'), app('{accounts-server}/oauth/token')],
    ['c.test/other'],
  );
  const places = [
    ['a.test', '/token'],
    ['b.test', '/refresh/'],
    ['c.test', '/other'],
    ['a.test', '/refresh/'],
    ['b.test', '/refresh'],
  ] as const;
  expect(places.map(([host, path]) => endpoints.has(host, path))).toEqual([true, true, true, false, false]);
});
