/** The value of a field in a flat list, of several joined as a list (RFC 9110 §5.3); `lowerName` in lower case. */
export function fieldValue(flat: readonly string[], lowerName: string): string | undefined {
  let value: string | undefined;
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at]!;
    if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
    value = value === undefined ? flat[at + 1]! : `${value}, ${flat[at + 1]!}`;
  }
  return value;
}
