/** Without control characters; breaks between lines and tabs become a space (04 §4, §5). */
export function singleLine(text: string): string {
  return text
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replaceAll(/\p{Cc}+/gu, '')
    .trim();
}
