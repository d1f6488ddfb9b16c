import type { HostRewrite } from './model.js';
import { fillFrom, type Values } from './template.js';

const ANY_OTHER = '*';

/**
 * The host of the account's region for one that the agent named (03 §12.7): what stands before the suffix, without the
 * region that may already be there, under the ending of the account's. Null where the host is not one of the app's.
 */
export function regionalHost(
  { field, suffixes, targets }: HostRewrite,
  host: string,
  values: Values,
): string | null {
  const suffix = suffixes.find((ending) => host.endsWith(ending) && host.length > ending.length);
  if (suffix === undefined) return null;
  const region = Object.hasOwn(values, field) ? values[field]! : '';
  const named = host.slice(0, -suffix.length);
  const ending = `.${region}`;
  const prefix = region !== '' && named.endsWith(ending) ? named.slice(0, -ending.length) : named;
  const target = Object.hasOwn(targets, region) ? targets[region]! : targets[ANY_OTHER];
  return target === undefined ? null : fillFrom(target, { prefix, [field]: region });
}
