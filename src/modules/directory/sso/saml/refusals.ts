import { SamlRefused } from '../../../../domain/protocols/saml/saml-refused.js';
import { XmlRefused } from '../../../../domain/protocols/saml/xml-document.js';
import { SsoRefused } from '../sign-in/refusals/sso-refused.js';

/** Runs what reads or judges a message, and turns its refusal into that of a sign-in. */
export function judging<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw refusedFor(error);
  }
}

/** The same for what takes long. */
export async function judgingLong<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw refusedFor(error);
  }
}

function refusedFor(error: unknown): unknown {
  if (error instanceof XmlRefused) return refusal(`The message cannot be read: ${error.message}`);
  if (!(error instanceof SamlRefused)) return error;
  if (error.kind === 'denied') return new SsoRefused('sso_denied', `The message says that ${error.message}`);
  return refusal(`The message is not believed: ${error.message}`);
}

function refusal(reason: string): SsoRefused {
  return new SsoRefused('sso_invalid_response', reason);
}
