/** Which addresses an administrator may give for an identity provider (05 §8.5), as far as their text says. */

/** Names that only mean something inside a machine or a network. */
const INSIDE = /(?:^|\.)(?:localhost|local|internal)$/;
const MAX_LENGTH = 2048;

/** An absolute `https` URL without credentials; null for anything else. A dot at the end of the host is dropped. */
export function providerUrl(text: string): URL | null {
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.hostname === '') return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  return url;
}

/** Whether only the operator can open this name, whatever it resolves to. */
export function isInsideName(host: string): boolean {
  return INSIDE.test(host);
}
