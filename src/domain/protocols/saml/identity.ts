/** Which attributes say who somebody is (05 §8.1, §8.7); products name them differently. */
import { EMAIL_ADDRESS } from './saml-names.js';
import type { Believed } from './assertion.js';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

const EMAIL = [`${CLAIMS}/emailaddress`, 'email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3'];
const NAME = [`${CLAIMS}/name`, 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241'];
const GIVEN_NAME = [`${CLAIMS}/givenname`, 'givenName', 'firstName', 'urn:oid:2.5.4.42'];
const SURNAME = [`${CLAIMS}/surname`, 'surname', 'sn', 'lastName', 'urn:oid:2.5.4.4'];

export function emailOf({ attributes, nameId }: Pick<Believed, 'attributes' | 'nameId'>): string | null {
  return firstOf(attributes, EMAIL) ?? (nameId.format === EMAIL_ADDRESS ? nameId.value : null);
}

export function nameOf({ attributes }: Pick<Believed, 'attributes'>): string | null {
  const whole = firstOf(attributes, NAME);
  if (whole !== null) return whole;
  const parts = [firstOf(attributes, GIVEN_NAME), firstOf(attributes, SURNAME)].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : parts.join(' ');
}

function firstOf(attributes: Believed['attributes'], names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name)?.find((text) => text !== '');
    if (value !== undefined) return value;
  }
  return null;
}
