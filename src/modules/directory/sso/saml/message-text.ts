import { SamlRefused } from '../../../../domain/protocols/saml/saml-refused.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Line breaks and spaces are left out: providers wrap, and a form turns a bare plus into a space. */
export function decodedBase64(text: string): Buffer {
  const packed = text.replaceAll(' ', '+').replace(/[\t\r\n]+/g, '');
  if (packed === '' || !BASE64.test(packed)) throw new SamlRefused('it is not base64');
  return Buffer.from(packed, 'base64');
}

/** Throws `SamlRefused` for bytes that are not UTF-8, which two readers would read as two texts. */
export function decodedText(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new SamlRefused('it is not UTF-8');
  }
}

/** The XML of a form field, by HTTP-POST (bindings §3.5.4). */
export function postedText(field: string): string {
  return decodedText(decodedBase64(field));
}
