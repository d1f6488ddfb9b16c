/** The message around an assertion (SAML core §3.2.2). Without a signature of its own it can only make us refuse. */
import { ASSERTION, PROTOCOL, SUCCESS } from './saml-names.js';
import { SamlRefused } from './saml-refused.js';
import { attributeOf, childrenNamed, type XmlElement } from './xml-element.js';
import type { Expected } from './assertion.js';

/** Throws `SamlRefused`; of kind `denied` for what the provider says went wrong on its side. */
export function checkResponse(
  response: XmlElement,
  { provider, acsUrl }: Pick<Expected, 'provider' | 'acsUrl'>,
): void {
  if (attributeOf(response, 'Version') !== '2.0') throw new SamlRefused('it is not of SAML 2.0');
  const issuers = childrenNamed(response, ASSERTION, 'Issuer');
  if (issuers.some(({ text }) => text.trim() !== provider)) throw new SamlRefused('it is of another issuer');
  const destination = attributeOf(response, 'Destination');
  if (destination !== null && destination !== acsUrl) throw new SamlRefused('its destination is another');
  const statuses = childrenNamed(response, PROTOCOL, 'Status').flatMap((status) =>
    childrenNamed(status, PROTOCOL, 'StatusCode'),
  );
  if (statuses.length !== 1) throw new SamlRefused('it has no status');
  if (attributeOf(statuses[0]!, 'Value') !== SUCCESS)
    throw new SamlRefused('the identity provider signed nobody in', 'denied');
}

/** Throws `SamlRefused` for one that says itself that it answers another request than ours. */
export function checkAnswer(response: XmlElement, requestId: string): void {
  const answered = attributeOf(response, 'InResponseTo');
  if (answered !== null && answered !== requestId) throw new SamlRefused('it answers another request');
}

/** Whether nobody asked for it: a provider began by itself, or somebody wants to look as if one had. */
export function isUnsolicited(response: XmlElement): boolean {
  const confirmed = childrenNamed(response, ASSERTION, 'Assertion')
    .flatMap((assertion) => childrenNamed(assertion, ASSERTION, 'Subject'))
    .flatMap((subject) => childrenNamed(subject, ASSERTION, 'SubjectConfirmation'))
    .flatMap((confirmation) => childrenNamed(confirmation, ASSERTION, 'SubjectConfirmationData'));
  return [response, ...confirmed].every((element) => attributeOf(element, 'InResponseTo') === null);
}
