import { SsoRefused } from '../sign-in/refusals/sso-refused.js';

export interface PostedSaml {
  SAMLRequest: string | null;
  SAMLResponse: string | null;
  RelayState: string | null;
  /** Whether our own page sent it once more (05 §8.6 rule 4). */
  bounce: boolean;
}

const FIELDS = 16;

/** A body has a megabyte at most. Throws `SsoRefused` for a field that is there twice, and for many. */
export function postedForm(body: Buffer): PostedSaml {
  const text = body.toString('utf8');
  if (text.split('&', FIELDS + 1).length > FIELDS)
    throw new SsoRefused('sso_invalid_response', 'The form has too many fields');
  const form = new URLSearchParams(text);
  const only = (name: string): string | null => {
    const [value = null, ...others] = form.getAll(name);
    if (others.length > 0) throw new SsoRefused('sso_invalid_response', 'A field of the form is there twice');
    return value;
  };
  return {
    SAMLRequest: only('SAMLRequest'),
    SAMLResponse: only('SAMLResponse'),
    RelayState: only('RelayState'),
    bounce: only('bounce') === '1',
  };
}
