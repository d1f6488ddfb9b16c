/** What counts as the name of a domain an organization can own (05 §6.3.1). */
import { domainToASCII } from 'node:url';

const MAX_LENGTH = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Two labels at least; the last one has a letter, so that no address of a host passes for a name. */
const NAME = new RegExp(`^(?:${LABEL}\\.)+(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$`);
/** What the conversion to ASCII would drop or read as something else than a part of a name. */
const NO_NAME = /[\s/\\?#@:%[\]*<>^|"'`]/;

/** ASCII, lower case, without a trailing dot; null for URLs, addresses, wildcards and whatever else is no name. */
export function domainName(text: string): string | null {
  if (NO_NAME.test(text)) return null;
  const name = domainToASCII(text.toLowerCase()).replace(/\.$/, '');
  return name.length <= MAX_LENGTH && NAME.test(name) ? name : null;
}
