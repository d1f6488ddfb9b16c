import { expect, it } from '@jest/globals';
import { failureKindOf } from './sdk-thread.js';

/** Texts as version 0.5 of the SDK words them. */
it.each([
  ['authentication error: rate limit exceeded', 'unavailable'],
  ['authentication error: internal server error', 'unavailable'],
  ['authentication error: unexpected status code in response: 502 Bad Gateway', 'unavailable'],
  ['authentication error: when deserializing HTTP responses into the corresponding types', 'unavailable'],
  ['request library compatibility issue: reqwest library: error sending request', 'unavailable'],
  ['something nobody has seen before', 'unavailable'],
  ['', 'unavailable'],
  ['authentication error: you are not authenticated', 'rejected'],
  ['authentication error: resource not found', 'rejected'],
  ["you don't have the right permissions to access this resource", 'rejected'],
  ['authentication error: bad service account token, please rotate it: ', 'rejected'],
  ['invalid service account token, please make sure you provide a valid service account token', 'rejected'],
  ['error resolving secret reference: no vault matched the secret reference query', 'missing'],
  ['error resolving secret reference: more than one item matched the secret reference query', 'missing'],
  ['error resolving secret reference: the specified field cannot be found within the item', 'missing'],
  ['resource not found', 'missing'],
  ['the secret reference could not be parsed: secret reference has invalid format', 'bad-reference'],
  ['invalid user input: encountered the following errors: vault_id', 'bad-reference'],
])('%s: %s', (message, kind) => {
  expect(failureKindOf(message)).toBe(kind);
});
