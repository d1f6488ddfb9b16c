import { parse } from 'node:querystring';
import { RefusedInput } from './refused-input.js';

/**
 * More than any request names; the poll for approvals lists its callbacks in one parameter. A head of 64 KiB holds
 * 32,000 of them.
 */
export const MAX_PARAMETERS = 1_000;
const TOO_MANY = `The request has more than ${MAX_PARAMETERS} query parameters`;

/** The parameters of a query string; a repeated one is a list. Too many of them are counted, not read. */
export function readQueryText(text: string): object {
  let parameters = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++parameters > MAX_PARAMETERS) return new RefusedInput(TOO_MANY);
  }
  return parse(text, '&', '=', { maxKeys: 0 });
}
