/**
 * Where credentials would be written, found out without them (02 §8.6): the real plan is made of stand-in values
 * and applied to a request that goes nowhere, so that "only if the agent sent that header" and "only if the path
 * fits" are answered by the code that injects.
 */
import { applyInjections, type InjectableRequest } from './request-edits/apply.js';
import type { InjectableSecret, Slot } from './request-edits/model.js';
import { planSecretInjection, slotOf } from './plan.js';

/** Fits into headers, queries and paths alike. */
const STAND_IN = 'x';
const STAND_IN_TOKENS = JSON.stringify({ tokens: { access_token: STAND_IN, refresh_token: STAND_IN } });

/**
 * The slots a secret would write of those it won; a header that is only removed is not written. Changes `request`,
 * as the real injection would, because what follows is written on top of it.
 */
export function previewSlots(
  request: InjectableRequest,
  secret: InjectableSecret,
  won: readonly string[],
): Slot[] {
  const tokens = secret.type === 'openai' && secret.metadata?.authMode === 'oauth';
  return planSecretInjection(secret, tokens ? STAND_IN_TOKENS : STAND_IN)
    .filter((injection) => won.includes(slotOf(injection)))
    .filter((injection) => applyInjections(request, [injection]).count > 0)
    .filter(({ kind }) => kind !== 'remove-header')
    .map(slotOf);
}
