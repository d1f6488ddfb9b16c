/**
 * Whether an assertion is for us, now, and the answer to our request (05 §8.6 rule 7; SAML profiles §4.1.4.3). It is
 * given as its signature covers it.
 */
import { ASSERTION, BEARER } from './saml-names.js';
import { SamlRefused } from './saml-refused.js';
import { type NameId, nameIdIn, type Parties } from './name-id.js';
import { instantOf, checkValidity } from './times.js';
import { attributeOf, childrenNamed, type XmlElement } from './xml-element.js';

export interface Expected extends Parties {
  acsUrl: string;
  /** The id of our request. */
  requestId: string;
  /** Milliseconds since 1970. */
  now: number;
}

export interface Believed {
  nameId: NameId;
  attributes: ReadonlyMap<string, readonly string[]>;
  sessionIndex: string | null;
  /** `SessionNotOnOrAfter`, the earliest. */
  sessionEndsAt: number | null;
}

/** Conditions that demand nothing of us; one we do not understand must not be ignored (core §2.5.1). */
const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/** Throws `SamlRefused`. */
export function checkAssertion(assertion: XmlElement, expected: Expected): Believed {
  const { provider, now } = expected;
  if (attributeOf(assertion, 'Version') !== '2.0') throw new SamlRefused('its assertion is not of SAML 2.0');
  if (onlyChild(assertion, 'Issuer').text.trim() !== provider)
    throw new SamlRefused('its assertion is of another issuer');
  judgeConditions(onlyChild(assertion, 'Conditions'), expected);
  const subject = onlyChild(assertion, 'Subject');
  judgeConfirmation(subject, expected);
  const nameId = nameIdIn(onlyChild(subject, 'NameID'), expected);
  if (nameId.value === '') throw new SamlRefused('its NameID is empty');
  return { nameId, attributes: attributesOf(assertion), ...sessionOf(assertion, now) };
}

/** Until when it could be used again, by what it says itself; null when it does not say. */
export function lastUse(assertion: XmlElement): number | null {
  const bounded = [
    ...childrenNamed(assertion, ASSERTION, 'Conditions'),
    ...childrenNamed(assertion, ASSERTION, 'Subject')
      .flatMap((subject) => childrenNamed(subject, ASSERTION, 'SubjectConfirmation'))
      .flatMap((confirmation) => childrenNamed(confirmation, ASSERTION, 'SubjectConfirmationData')),
  ];
  const ends = bounded.map((element) => instantOf(element, 'NotOnOrAfter')).filter((end) => end !== null);
  return ends.length === 0 ? null : Math.max(...ends);
}

function judgeConditions(conditions: XmlElement, { self, now }: Expected): void {
  checkValidity(conditions, 'its assertion', now);
  if (
    !conditions.children.every(
      ({ localName, namespace }) => namespace === ASSERTION && CONDITIONS.has(localName),
    )
  )
    throw new SamlRefused('its assertion has a condition that is not understood');
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  const meant = restrictions.every((restriction) =>
    childrenNamed(restriction, ASSERTION, 'Audience').some(({ text }) => text.trim() === self),
  );
  if (restrictions.length === 0 || !meant) throw new SamlRefused('its audience is somebody else');
}

/** One of the bearer confirmations has to fit in everything; the last one says what is wrong. */
function judgeConfirmation(subject: XmlElement, expected: Expected): void {
  let fault = new SamlRefused('its subject is not confirmed for whoever bears it');
  for (const confirmation of childrenNamed(subject, ASSERTION, 'SubjectConfirmation')) {
    if (attributeOf(confirmation, 'Method') !== BEARER) continue;
    const found = faultOf(confirmation, expected);
    if (found === null) return;
    fault = found;
  }
  throw fault;
}

function faultOf(confirmation: XmlElement, { acsUrl, requestId, now }: Expected): SamlRefused | null {
  try {
    const data = onlyChild(confirmation, 'SubjectConfirmationData');
    if (attributeOf(data, 'Recipient') !== acsUrl) throw new SamlRefused('its recipient is somebody else');
    if (checkValidity(data, 'its confirmation', now) === null)
      throw new SamlRefused('its confirmation has no end');
    if (attributeOf(data, 'InResponseTo') !== requestId) throw new SamlRefused('it answers another request');
    return null;
  } catch (error) {
    if (error instanceof SamlRefused) return error;
    throw error;
  }
}

/** The first of a name counts. */
function attributesOf(assertion: XmlElement): Map<string, readonly string[]> {
  const attributes = new Map<string, readonly string[]>();
  for (const statement of childrenNamed(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenNamed(statement, ASSERTION, 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? '';
      const values = childrenNamed(attribute, ASSERTION, 'AttributeValue').map(({ text }) => text.trim());
      if (!attributes.has(name)) attributes.set(name, values);
    }
  return attributes;
}

function sessionOf(assertion: XmlElement, now: number): Pick<Believed, 'sessionIndex' | 'sessionEndsAt'> {
  const statements = childrenNamed(assertion, ASSERTION, 'AuthnStatement');
  if (statements.length === 0) throw new SamlRefused('it does not say that somebody signed in');
  const ends = statements.map((each) => instantOf(each, 'SessionNotOnOrAfter')).filter((end) => end !== null);
  const sessionEndsAt = ends.length === 0 ? null : Math.min(...ends);
  if (sessionEndsAt !== null && sessionEndsAt <= now) throw new SamlRefused('its session has ended');
  const indexes = statements.map((each) => attributeOf(each, 'SessionIndex'));
  return { sessionIndex: indexes.find((index) => index !== null && index !== '') ?? null, sessionEndsAt };
}

export function onlyChild(parent: XmlElement, name: string): XmlElement {
  const [child, ...others] = childrenNamed(parent, ASSERTION, name);
  if (child === undefined) throw new SamlRefused(`it has no ${name}`);
  if (others.length > 0) throw new SamlRefused(`it has more than one ${name}`);
  return child;
}
