/**
 * The addresses of a header field (RFC 5322 §3.4), told apart at commas and at the ends of groups that stand in no
 * quotes, angle brackets or comments. One pass; the values stay as they are written.
 */
export function recipientsIn(field: string): string[] {
  const found: string[] = [];
  let from = 0;
  let quoted = false;
  let nested = 0;
  for (let at = 0; at < field.length; at++) {
    const character = field[at]!;
    if (character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '<' || character === '(') nested += 1;
    else if (character === '>' || character === ')') nested = Math.max(0, nested - 1);
    else if ((character === ',' || character === ';') && nested === 0) {
      found.push(field.slice(from, at));
      from = at + 1;
    }
  }
  found.push(field.slice(from));
  // Quotes or brackets that never end would make one recipient of many.
  const whole = quoted || nested > 0 ? field.split(/[,;]/) : found;
  return whole.map((one) => one.trim()).filter((one) => one !== '');
}
