/** A URI with an authority; what stands in it is for whoever routes it. */
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A host and a port, and what they could be mistaken for: judged where the tunnel is opened. */
const AUTHORITY_FORM = /^[A-Za-z0-9\-._~%!$&'()*+,;=:@[\]]+$/;

/** Whether a target of visible ASCII is in a form of RFC 9112 §3.2 that the method may have. */
export function isRequestTarget(method: string, target: string): boolean {
  if (method === 'CONNECT') return AUTHORITY_FORM.test(target);
  if (target.startsWith('/') || ABSOLUTE_FORM.test(target)) return true;
  return method === 'OPTIONS' && target === '*';
}
