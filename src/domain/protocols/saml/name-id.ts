import { TRANSIENT } from './saml-names.js';
import { attributeOf, type XmlElement } from './xml-element.js';

/** Whom a message is about (core §2.2.3). */
export interface NameId {
  value: string;
  /** Null for `unspecified`, which is what none means (core §2.2.2). */
  format: string | null;
  /** Null for the provider that says it and for us, to whom it says it: nothing else is usual. */
  nameQualifier: string | null;
  spNameQualifier: string | null;
}

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

export interface Parties {
  /** Entity id of the identity provider. */
  provider: string;
  /** Ours. */
  self: string;
}

/** Providers leave out of a request to log out what they said at sign-in, or the reverse; both are one name. */
export function nameIdIn(element: XmlElement, { provider, self }: Parties): NameId {
  const unless = (name: string, usual: string): string | null => {
    const value = attributeOf(element, name);
    return value === usual || value === '' ? null : value;
  };
  return {
    value: element.text.trim(),
    format: unless('Format', UNSPECIFIED),
    nameQualifier: unless('NameQualifier', provider),
    spNameQualifier: unless('SPNameQualifier', self),
  };
}

/** Only good for one session, so nobody is known by it (05 §8.7). */
export function isTransient({ format }: NameId): boolean {
  return format === TRANSIENT;
}

/** One text for all of it: who is known by it is somebody else under any other part. */
export function subjectOf({ value, format, nameQualifier, spNameQualifier }: NameId): string {
  return JSON.stringify([value, format, nameQualifier, spNameQualifier]);
}

/** What `subjectOf` was made from; null for any other text, as the address in place of a transient name. */
export function nameIdOf(subject: string): NameId | null {
  if (!subject.startsWith('[')) return null;
  const [value, format, nameQualifier, spNameQualifier] = JSON.parse(subject) as [
    string,
    ...(string | null)[],
  ];
  return {
    value,
    format: format ?? null,
    nameQualifier: nameQualifier ?? null,
    spNameQualifier: spNameQualifier ?? null,
  };
}
