/** A URI with an authority; which one, and whether it may be reached, is for whoever routes it. */
const ABSOLUTE_FORM = /^[A-Za-z]+:\/\/[A-Za-z0-9\-._~%!$&'()*+,;=:@[\]]+(?:[/?]|$)/;
/** A host and a port, and what they could be mistaken for: judged where the tunnel is opened. */
const AUTHORITY_FORM = /^[A-Za-z0-9\-._~%!$&'()*+,;=:@[\]]+$/;

/** Whether a target of visible ASCII is in a form of RFC 9112 §3.2 that the method may have. */
export function isRequestTarget(method: string, target: string): boolean {
  if (method === 'CONNECT') return AUTHORITY_FORM.test(target);
  if (target.startsWith('/') || ABSOLUTE_FORM.test(target)) return true;
  return method === 'OPTIONS' && target === '*';
}
