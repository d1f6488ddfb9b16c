import { SamlRefused } from '../../../../domain/protocols/saml/saml-refused.js';
import { XmlRefused } from '../../../../domain/protocols/saml/xml-document.js';
import { SsoRefused } from '../sign-in/sso-refused.js';

/** Runs what reads or judges a message, and turns its refusal into that of a sign-in. */
export function judging<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlRefused) throw refusal(`The message cannot be read: ${error.message}`);
    if (!(error instanceof SamlRefused)) throw error;
    if (error.kind === 'denied') throw new SsoRefused('sso_denied', `The message says that ${error.message}`);
    throw refusal(`The message is not believed: ${error.message}`);
  }
}

function refusal(reason: string): SsoRefused {
  return new SsoRefused('sso_invalid_response', reason);
}
