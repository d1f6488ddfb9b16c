import { SamlRefused } from './saml-refused.js';
import { attributeOf, type XmlElement } from './xml-element.js';

/** How far the clock of a provider may be from ours (05 §8.6 rule 7). */
export const SKEW_MS = 120_000;

/** `xs:dateTime`; SAML wants UTC (core §1.3.3), so that one without a zone is in it. */
const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/;

/** Milliseconds since 1970 of an attribute; null when it is absent. Throws `SamlRefused`. */
export function instantOf(element: XmlElement, name: string): number | null {
  const text = attributeOf(element, name);
  if (text === null) return null;
  const [, local, zone = 'Z'] = DATE_TIME.exec(text.trim()) ?? [];
  const instant = local === undefined ? Number.NaN : Date.parse(local + zone);
  if (Number.isNaN(instant)) throw new SamlRefused(`its ${name} is not a time`);
  return instant;
}

/** Judges `NotBefore` and `NotOnOrAfter`, and answers the latter. */
export function checkValidity(element: XmlElement, what: string, now: number): number | null {
  const notBefore = instantOf(element, 'NotBefore');
  const notOnOrAfter = instantOf(element, 'NotOnOrAfter');
  if (notBefore !== null && now + SKEW_MS < notBefore) throw new SamlRefused(`${what} is not valid yet`);
  if (notOnOrAfter !== null && now - SKEW_MS >= notOnOrAfter) throw new SamlRefused(`${what} has expired`);
  return notOnOrAfter;
}
