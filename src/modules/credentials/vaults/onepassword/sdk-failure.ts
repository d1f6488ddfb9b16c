import type { VaultFailureKind } from '../provider/vault-provider.js';

/**
 * The SDK tells failures apart by their texts only (version 0.5). First match wins; a text that matches nothing is
 * a fault of the way, not of the credentials. The texts themselves go no further: some quote what was sent.
 */
const KINDS: readonly (readonly [RegExp, VaultFailureKind])[] = [
  [/rate limit|error sending request|request timeout|a conflict occurred/i, 'unavailable'],
  [/internal server error|unexpected status code|deserializing HTTP/i, 'unavailable'],
  [
    /secret reference has invalid|reference is not prefixed|could not be parsed|invalid character/i,
    'bad-reference',
  ],
  [/matched (?:the|a) secret reference|no section matched|more than one|cannot be found/i, 'missing'],
  [/not in an active state|attribute can only|not found in item/i, 'missing'],
  [/^authentication error|service account token|not authenticated|permission/i, 'rejected'],
  [/not found/i, 'missing'],
  [/invalid user input|uuid/i, 'bad-reference'],
];

export function failureKindOf(message: string): VaultFailureKind {
  return KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? 'unavailable';
}
