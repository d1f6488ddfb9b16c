import { AddressEcho } from '../../domain/decision/injection/request-edits/address-echo.js';
import { applyInjections } from '../../domain/decision/injection/request-edits/apply.js';
import type { ReadyExchange } from '../exchange/progress.js';
import type { Step } from '../exchange/steps.js';

/** `buildRequest` of 06 §19: writes the credentials. */
export const buildRequest: Step<ReadyExchange> = {
  name: 'buildRequest',
  run(state) {
    const { outbound, produced } = state;
    const { injections, changes } = produced;
    if (changes?.host) outbound.host = changes.host;
    outbound.echo = AddressEcho.of(injections);
    state.injectionCount = applyInjections(outbound, injections).count + (changes?.signing ? 1 : 0);
    if (state.injectionCount > 0) state.written = produced;
    return null;
  },
};
