/** Whom an identity provider wants logged out (SAML core §3.7.1); its signature was verified before. */
import { onlyChild } from './assertion.js';
import { type NameId, nameIdIn, type Parties } from './name-id.js';
import { PROTOCOL } from './saml-names.js';
import { SamlRefused } from './saml-refused.js';
import { instantOf, checkValidity, SKEW_MS } from './times.js';
import { attributeOf, childrenNamed, type XmlElement } from './xml-element.js';

export interface AskedLogout {
  id: string;
  nameId: NameId;
  /** None means all sessions of that name. */
  sessionIndexes: readonly string[];
  /** Milliseconds since 1970: until then it would be believed again. */
  lastUse: number;
}

/** It comes through a browser at once; an older one was kept by somebody. */
const LIFETIME_MS = 600_000;
const SESSION_INDEXES = 100;

/**
 * Throws `SamlRefused`. Nothing but the `Destination` says that a request is for us and not for another service of the
 * same provider, so there has to be one (bindings §3.4.5.2, §3.5.5.2).
 */
export function checkLogoutRequest(
  request: XmlElement,
  { sloUrl, now, ...parties }: Parties & { sloUrl: string; now: number },
): AskedLogout {
  if (attributeOf(request, 'Version') !== '2.0') throw new SamlRefused('it is not of SAML 2.0');
  if (onlyChild(request, 'Issuer').text.trim() !== parties.provider)
    throw new SamlRefused('it is of another issuer');
  if (attributeOf(request, 'Destination') !== sloUrl) throw new SamlRefused('its destination is another');
  const issued = instantOf(request, 'IssueInstant');
  if (issued === null || issued > now + SKEW_MS) throw new SamlRefused('it is not valid yet');
  const lastUse = checkValidity(request, 'it', now) ?? issued + LIFETIME_MS;
  if (now - SKEW_MS >= issued + LIFETIME_MS) throw new SamlRefused('it has expired');
  const nameId = nameIdIn(onlyChild(request, 'NameID'), parties);
  if (nameId.value === '') throw new SamlRefused('its NameID is empty');
  const sessionIndexes = childrenNamed(request, PROTOCOL, 'SessionIndex').map(({ text }) => text.trim());
  if (sessionIndexes.length > SESSION_INDEXES) throw new SamlRefused('it names too many sessions');
  return { id: attributeOf(request, 'ID') ?? '', nameId, sessionIndexes, lastUse };
}
